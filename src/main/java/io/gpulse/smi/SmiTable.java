package io.gpulse.smi;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The output of a property query: a row for each GPU in index order. Columns are identified by position, since headers
 * can differ from the requested names.
 *
 * @param names the requested properties
 * @param rows one cell for each name
 * @param warning a line outside the table; null without one
 */
public record SmiTable(
        List<String> names,
        List<List<SmiCell>> rows,
        @Nullable String warning) {

    /** It separates cells by this, and never prints it inside of one. */
    private static final String SEPARATOR = ", ";

    public SmiTable {
        names = List.copyOf(names);
        rows = List.copyOf(rows);
    }

    /** Returns the cell of a row in the column of a name. */
    public SmiCell cell(List<SmiCell> row, String name) {
        return row.get(this.names.indexOf(name));
    }

    /** Parses a table; lines with another number of cells are warnings, not rows. */
    static SmiTable parse(List<String> names, String text) {
        List<List<SmiCell>> rows = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        text.lines().filter((line) -> !line.isBlank()).forEach((line) -> {
            List<SmiCell> cells = cells(line);
            if (cells.size() == names.size()) {
                rows.add(cells);
            } else {
                warnings.add(line.strip());
            }
        });
        return new SmiTable(names, rows, warnings.isEmpty() ? null : warnings.get(0));
    }

    private static List<SmiCell> cells(String line) {
        return Stream.of(line.split(SEPARATOR, -1))
                .map(String::strip)
                .map(SmiCell::new)
                .toList();
    }
}
