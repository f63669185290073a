package io.gpulse.text.table;

import java.util.function.Function;

/**
 * A column of a table.
 *
 * @param <R> a row
 * @param left whether its cells are left-aligned; numbers are right-aligned
 * @param least minimum width, so that successive tables have the same layout
 * @param most maximum width
 * @param cell reads the cell of a row
 */
record Column<R>(String title, boolean left, int least, int most, Function<R, String> cell) {

    static <R> Column<R> number(String title, Function<R, String> cell) {
        return new Column<>(title, false, title.length(), Integer.MAX_VALUE, cell);
    }

    static <R> Column<R> word(String title, Function<R, String> cell) {
        return new Column<>(title, true, title.length(), Integer.MAX_VALUE, cell);
    }

    /** Returns the column with room for at least this text. */
    Column<R> fitting(String text) {
        return new Column<>(this.title, this.left, Math.max(this.least, text.length()), this.most, this.cell);
    }

    Column<R> atMost(int width) {
        return new Column<>(this.title, this.left, this.least, width, this.cell);
    }

    String aligned(String text, int width) {
        String shown = Ascii.shortened(text, width);
        String padding = " ".repeat(width - shown.length());
        return this.left ? shown + padding : padding + shown;
    }
}
