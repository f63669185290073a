package io.gpulse.smi;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What nvidia-smi prints of properties: a row for each GPU, in the order of their indexes. Columns are told by their
 * place, since headers show other names than were asked for.
 *
 * @param names what was asked
 * @param rows as many cells in each as there are names
 * @param warning what it said beside the table; null when it said nothing
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

    /** The cell of a row below a name. */
    public SmiCell cell(List<SmiCell> row, String name) {
        return row.get(this.names.indexOf(name));
    }

    /** Lines that have another number of cells are no rows: they are what it says beside. */
    static SmiTable parse(List<String> names, String text) {
        List<List<SmiCell>> rows = new ArrayList<>();
        List<String> beside = new ArrayList<>();
        text.lines().filter((line) -> !line.isBlank()).forEach((line) -> {
            List<SmiCell> cells = cells(line);
            if (cells.size() == names.size()) {
                rows.add(cells);
            } else {
                beside.add(line.strip());
            }
        });
        return new SmiTable(names, rows, beside.isEmpty() ? null : beside.get(0));
    }

    private static List<SmiCell> cells(String line) {
        return Stream.of(line.split(SEPARATOR, -1))
                .map(String::strip)
                .map(SmiCell::new)
                .toList();
    }
}
