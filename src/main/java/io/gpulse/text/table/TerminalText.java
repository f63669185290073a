package io.gpulse.text.table;

import java.util.List;
import java.util.regex.Pattern;

/** Lines that fit the width of a terminal, except commands. */
final class TerminalText {

    private final int columns;
    private final StringBuilder text = new StringBuilder();

    TerminalText(int columns) {
        this.columns = columns;
    }

    void table(Grid<?> grid) {
        grid.lines(this.columns).forEach(this::line);
    }

    void paragraph(String sentence) {
        wrap(Ascii.of(sentence), this.columns).forEach(this::line);
    }

    /** Adds a line with a left-aligned and a right-aligned text. */
    void ends(String left, String right) {
        int room = this.columns - right.length() - 1;
        String shown = Ascii.shortened(Ascii.of(left), Math.max(room, 0));
        line(shown + " ".repeat(this.columns - shown.length() - right.length()) + right);
    }

    /** Adds a command, which is never truncated, so that it can be copied. */
    void command(String command) {
        line("    " + Ascii.of(command));
    }

    void gap() {
        line("");
    }

    private void line(String line) {
        this.text.append(line).append('\n');
    }

    /** Breaks lines between words, and within words longer than a line. */
    static List<String> wrap(String sentence, int columns) {
        return Pattern.compile(".{1," + columns + "}(?: |$)|.{" + columns + "}")
                .matcher(sentence.strip().replaceAll("\\s+", " "))
                .results()
                .map((line) -> line.group().stripTrailing())
                .toList();
    }

    @Override
    public String toString() {
        return this.text.toString();
    }
}
