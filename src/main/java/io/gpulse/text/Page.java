package io.gpulse.text;

import java.util.ArrayList;
import java.util.List;

/** Lines of at most 80 columns. */
final class Page {

    static final int COLUMNS = 80;

    private final StringBuilder text = new StringBuilder();

    void lines(List<String> lines) {
        lines.forEach((line) -> this.text.append(line).append('\n'));
    }

    void paragraph(String sentence) {
        lines(wrap(sentence, COLUMNS));
    }

    /** Breaks between words; a word that is longer than a line stands alone. */
    static List<String> wrap(String sentence, int columns) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : sentence.strip().split("\\s+")) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > columns) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    @Override
    public String toString() {
        return this.text.toString();
    }
}
