package io.gpulse.text.query;

import io.gpulse.metric.SmiGeneration;
import java.util.function.Function;

/**
 * A property of nvidia-smi.
 *
 * @param name in the header
 * @param unit printed after each value and, in brackets, in the header; may be empty
 * @param cells reads the cell of a row
 */
record Property<R>(String name, String unit, Function<R, Cell> cells) {

    /** Returns a property without a unit. */
    static <R> Property<R> plain(String name, Function<R, Cell> cells) {
        return new Property<>(name, "", cells);
    }

    /** Returns the property under another name, for rows that belong to a row of this one. */
    <T> Property<T> as(String twin, Function<T, R> row) {
        return new Property<>(twin, this.unit, (other) -> this.cells.apply(row.apply(other)));
    }

    String header(SmiGeneration generation) {
        String spelt = generation.spelling(this.name);
        return this.unit.isEmpty() ? spelt : spelt + " [" + this.unit + "]";
    }

    /** Replaces commas, which would separate columns, with question marks, as nvidia-smi does in process names. */
    private static String oneColumn(String text) {
        return text.replace(',', '?').replace('"', '?');
    }

    void print(R row, CsvFormat format, StringBuilder line) {
        Cell cell = this.cells.apply(row);
        line.append(cell.isValue() ? oneColumn(cell.text()) : cell.text());
        if (cell.isValue() && format.units() && !this.unit.isEmpty()) {
            line.append(' ').append(this.unit);
        }
    }
}
