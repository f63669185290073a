package io.gpulse.doctor.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Text wrapped at a number of columns; a mask is applied to every word. */
public final class WrappedText {

    public static final int WIDTH = 100;

    private static final int LABEL = 18;
    private static final String GAP = "  ";

    private final UnaryOperator<String> mask;
    private final StringBuilder text = new StringBuilder();

    WrappedText(UnaryOperator<String> mask) {
        this.mask = mask;
    }

    void title(String words) {
        this.text.append('\n').append(words).append('\n');
    }

    /** Prints a paragraph. */
    void paragraph(String words) {
        wrapped("", "", words);
    }

    /** Prints an indented paragraph. */
    void note(String words) {
        wrapped(GAP, GAP, words);
    }

    void item(String words) {
        wrapped(GAP + "- ", GAP + "  ", words);
    }

    /** Prints a list with its title; nothing for an empty one. */
    void items(String title, Stream<String> all) {
        List<String> items = all.toList();
        if (!items.isEmpty()) {
            title(title);
            items.forEach(this::item);
        }
    }

    /** Adds a paragraph with its subject in front. */
    void fact(String label, String words) {
        String front = GAP + label + " ".repeat(Math.max(1, LABEL - label.length()));
        wrapped(front, " ".repeat(GAP.length() + LABEL), words);
    }

    /** Prints a paragraph indented by two steps. */
    void detail(String words) {
        wrapped(GAP + GAP + GAP, GAP + GAP + GAP, words);
    }

    /** Adds a table with columns as wide as their cells, the last one wrapped; the first row is the head. */
    void table(List<List<String>> rows) {
        List<List<String>> masked =
                rows.stream().map((row) -> row.stream().map(this.mask).toList()).toList();
        int columns = masked.get(0).size();
        int[] widths = new int[columns];
        masked.forEach((row) -> {
            for (int column = 0; column < columns; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        });
        masked.forEach((row) -> row(row, widths));
    }

    private void row(List<String> row, int[] widths) {
        StringBuilder front = new StringBuilder(GAP);
        for (int column = 0; column < widths.length - 1; column++) {
            String cell = row.get(column);
            front.append(cell)
                    .append(" ".repeat(widths[column] - cell.length()))
                    .append(GAP);
        }
        lines(front.toString(), " ".repeat(front.length()), row.get(widths.length - 1));
    }

    private void wrapped(String first, String rest, String words) {
        lines(first, rest, this.mask.apply(words));
    }

    private void lines(String first, String rest, String words) {
        StringBuilder line = new StringBuilder(first);
        int empty = first.length();
        for (String word : pieces(words, WIDTH - rest.length())) {
            if (line.length() > empty && line.length() + 1 + word.length() > WIDTH) {
                end(line);
                line = new StringBuilder(rest);
                empty = rest.length();
            }
            line.append(line.length() > empty ? " " : "").append(word);
        }
        end(line);
    }

    /** Splits a text into words, and words that exceed a line into pieces. */
    private static List<String> pieces(String words, int width) {
        int most = Math.max(20, width);
        List<String> pieces = new ArrayList<>();
        for (String word : words.strip().split("\\s+")) {
            for (int from = 0; from < word.length() || from == 0; from += most) {
                pieces.add(word.substring(from, Math.min(word.length(), from + most)));
            }
        }
        return pieces;
    }

    private void end(StringBuilder line) {
        this.text.append(line.toString().stripTrailing()).append('\n');
    }

    @Override
    public String toString() {
        return this.text.toString();
    }
}
