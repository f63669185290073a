package io.gpulse.text.query;

import io.gpulse.metric.SmiGeneration;
import java.util.function.Function;

/**
 * A property of nvidia-smi.
 *
 * @param name as the header spells it
 * @param unit behind each value and, in brackets, in the header; empty for none
 * @param cells what a row says
 */
record Property<R>(String name, String unit, Function<R, Cell> cells) {

    /** One without a unit. */
    static <R> Property<R> plain(String name, Function<R, Cell> cells) {
        return new Property<>(name, "", cells);
    }

    String header(SmiGeneration generation) {
        String spelt = generation.spelling(this.name);
        return this.unit.isEmpty() ? spelt : spelt + " [" + this.unit + "]";
    }

    /** The same property by another name that is canonical too. */
    Property<R> named(String twin) {
        return new Property<>(twin, this.unit, this.cells);
    }

    /** A comma would part columns: nvidia-smi prints a question mark for that of a process's name. */
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
