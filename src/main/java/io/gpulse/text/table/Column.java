package io.gpulse.text.table;

/**
 * A column of a table.
 *
 * @param left whether its cells are left-aligned; numbers are right-aligned
 * @param least minimum width, so that successive tables have the same layout
 * @param most maximum width
 */
record Column(String title, boolean left, int least, int most) {

    static Column number(String title) {
        return new Column(title, false, title.length(), Integer.MAX_VALUE);
    }

    static Column word(String title) {
        return new Column(title, true, title.length(), Integer.MAX_VALUE);
    }

    /** Returns the column with room for at least this text. */
    Column fitting(String cell) {
        return new Column(this.title, this.left, Math.max(this.least, cell.length()), this.most);
    }

    Column atMost(int width) {
        return new Column(this.title, this.left, this.least, width);
    }

    String cell(String text, int width) {
        String shown = Ascii.shortened(text, width);
        String padding = " ".repeat(width - shown.length());
        return this.left ? shown + padding : padding + shown;
    }
}
