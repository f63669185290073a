package io.gpulse.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Aligned columns: the second, a name, to the left and shortened where needed; the others to the right. */
final class Grid {

    private static final String GAP = "  ";
    private static final int NAME = 1;

    private final List<String> header;
    private final List<Row> rows = new ArrayList<>();

    Grid(String... header) {
        this.header = List.of(header);
    }

    /** @param sentence stands in the place of the cells that are missing; may be empty */
    private record Row(List<String> cells, String sentence) {}

    void row(String... cells) {
        this.rows.add(new Row(List.of(cells), ""));
    }

    void sentence(String index, String name, String sentence) {
        this.rows.add(new Row(List.of(index, name), sentence));
    }

    List<String> lines() {
        int[] widths = widths();
        List<String> lines = new ArrayList<>();
        lines.add(line(this.header, widths));
        this.rows.forEach((row) -> lines.addAll(lines(row, widths)));
        return lines;
    }

    private int[] widths() {
        int[] widths = IntStream.range(0, this.header.size()).map(this::widest).toArray();
        int others = IntStream.of(widths).sum() - widths[NAME] + GAP.length() * (widths.length - 1);
        widths[NAME] = Math.min(widths[NAME], Page.COLUMNS - others);
        return widths;
    }

    private int widest(int column) {
        return this.rows.stream()
                .filter((row) -> column < row.cells().size())
                .mapToInt((row) -> row.cells().get(column).length())
                .reduce(this.header.get(column).length(), Math::max);
    }

    private static List<String> lines(Row row, int[] widths) {
        String cells = line(row.cells(), widths);
        if (row.sentence().isEmpty()) {
            return List.of(cells);
        }
        String margin = " ".repeat(widths[0]) + GAP;
        String whole = cells + GAP + row.sentence();
        if (whole.length() <= Page.COLUMNS) {
            return List.of(whole);
        }
        List<String> lines = new ArrayList<>(List.of(cells.stripTrailing()));
        Page.wrap(row.sentence(), Page.COLUMNS - margin.length()).forEach((line) -> lines.add(margin + line));
        return lines;
    }

    private static String line(List<String> cells, int[] widths) {
        return String.join(
                GAP,
                IntStream.range(0, cells.size())
                        .mapToObj((column) -> cell(cells.get(column), widths[column], column == NAME))
                        .toList());
    }

    private static String cell(String text, int width, boolean left) {
        String shown = text.length() > width ? text.substring(0, width - 3) + "..." : text;
        String padding = " ".repeat(width - shown.length());
        return left ? shown + padding : padding + shown;
    }
}
