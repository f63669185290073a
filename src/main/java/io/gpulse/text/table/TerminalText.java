package io.gpulse.text.table;

import java.util.ArrayList;
import java.util.List;

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
