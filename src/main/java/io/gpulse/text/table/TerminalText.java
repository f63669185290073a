package io.gpulse.text.table;

import java.util.ArrayList;
import java.util.List;

/** Lines, none of them wider than a terminal, commands aside. */
final class TerminalText {

    private final int columns;
    private final StringBuilder text = new StringBuilder();

    TerminalText(int columns) {
        this.columns = columns;
    }

    void table(Grid grid) {
        grid.lines(this.columns).forEach(this::line);
    }

    void paragraph(String sentence) {
        wrap(Ascii.of(sentence), this.columns).forEach(this::line);
    }

    /** Something at the left and something at the right. */
    void ends(String left, String right) {
        int room = this.columns - right.length() - 1;
        String shown = Ascii.shortened(Ascii.of(left), Math.max(room, 0));
        line(shown + " ".repeat(this.columns - shown.length() - right.length()) + right);
    }

    /** To be copied, so it is never cut, however long it is. */
    void command(String command) {
        line("    " + Ascii.of(command));
    }

    void gap() {
        line("");
    }

    private void line(String line) {
        this.text.append(line).append('\n');
    }

    /** Breaks between words, and within one that is longer than a line. */
    static List<String> wrap(String sentence, int columns) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : sentence.strip().split("\\s+")) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > columns) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
            while (line.length() > columns) {
                lines.add(line.substring(0, columns));
                line.delete(0, columns);
            }
        }
        lines.add(line.toString());
        return lines;
    }

    @Override
    public String toString() {
        return this.text.toString();
    }
}
