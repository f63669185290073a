package io.gpulse.kit;

import java.util.List;
import java.util.Locale;

/** Writes Markdown: headings, paragraphs, lists, tables. */
final class Markdown {

    private final StringBuilder text = new StringBuilder();

    Markdown heading(int level, String title) {
        this.text.append("#".repeat(level)).append(' ').append(title).append("\n\n");
        return this;
    }

    Markdown paragraph(String sentence) {
        this.text.append(sentence).append("\n\n");
        return this;
    }

    Markdown list(Iterable<String> items) {
        items.forEach((item) -> this.text.append("- ").append(item).append('\n'));
        this.text.append('\n');
        return this;
    }

    Markdown table(List<String> headers, List<List<String>> rows) {
        row(headers);
        row(headers.stream().map((header) -> "---").toList());
        rows.forEach(this::row);
        this.text.append('\n');
        return this;
    }

    private void row(List<String> cells) {
        this.text.append("|");
        cells.forEach((cell) -> this.text.append(' ').append(escaped(cell)).append(" |"));
        this.text.append('\n');
    }

    private static String escaped(String cell) {
        return cell.replace("|", "\\|").replaceAll("\\p{Cntrl}", " ");
    }

    static String code(String text) {
        return text.isEmpty() ? "(nothing)" : "`" + text.replace("`", "'") + "`";
    }

    static String number(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    @Override
    public String toString() {
        return this.text.toString();
    }
}
