package io.gpulse.text.table;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Aligned columns under titles. The column of names shrinks when a line would be too long. */
final class Grid<R> {

    private static final String GAP = "  ";

    private final List<Column<R>> columns;
    private final int name;
    private final List<Row> rows = new ArrayList<>();

    /** @param name index of the column that shrinks */
    Grid(List<Column<R>> columns, int name) {
        this.columns = List.copyOf(columns);
        this.name = name;
    }

    /** @param sentence replaces missing cells, or follows on the next line; may be empty */
    private record Row(List<String> cells, String sentence) {}

    void row(R row) {
        row(row, this.columns.size(), "");
    }

    /** @param cells number of cells, from the first one on */
    void row(R row, int cells, String sentence) {
        List<String> texts = this.columns.stream()
                .limit(cells)
                .map((column) -> Ascii.of(column.cell().apply(row)))
                .toList();
        this.rows.add(new Row(texts, Ascii.of(sentence)));
    }

    /** Returns the width without shrinking. */
    int width() {
        return IntStream.of(widths()).sum() + GAP.length() * (this.columns.size() - 1);
    }

    List<String> lines(int width) {
        int[] widths = widths();
        widths[this.name] -= Math.max(0, width() - width);
        List<String> lines = new ArrayList<>();
        lines.add(
                line(this.columns.stream().map(Column::title).toList(), widths).stripTrailing());
        lines.add("-".repeat(Math.min(width(), width)));
        this.rows.forEach((row) -> lines.addAll(lines(row, widths, width)));
        return lines;
    }

    private int[] widths() {
        return IntStream.range(0, this.columns.size()).map(this::widest).toArray();
    }

    private int widest(int place) {
        Column<R> column = this.columns.get(place);
        int widest = this.rows.stream()
                .filter((row) -> place < row.cells().size())
                .mapToInt((row) -> row.cells().get(place).length())
                .reduce(column.least(), Math::max);
        return Math.min(widest, column.most());
    }

    private List<String> lines(Row row, int[] widths, int width) {
        String cells = line(row.cells(), widths);
        if (row.sentence().isEmpty()) {
            return List.of(cells.stripTrailing());
        }
        String whole = cells + GAP + row.sentence();
        if (row.cells().size() < this.columns.size() && whole.length() <= width) {
            return List.of(whole);
        }
        String margin = " ".repeat(widths[0]) + GAP;
        List<String> lines = new ArrayList<>(List.of(cells.stripTrailing()));
        TerminalText.wrap(row.sentence(), width - margin.length()).forEach((line) -> lines.add(margin + line));
        return lines;
    }

    private String line(List<String> cells, int[] widths) {
        return String.join(
                GAP,
                IntStream.range(0, cells.size())
                        .mapToObj((place) -> this.columns.get(place).aligned(cells.get(place), widths[place]))
                        .toList());
    }
}
