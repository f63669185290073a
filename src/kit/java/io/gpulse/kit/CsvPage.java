package io.gpulse.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The output of {@code --query-gpu --format=csv}.
 *
 * @param names the requested properties
 * @param headers how the columns are headed
 * @param rows one for each GPU, as many cells as names
 * @param other lines that are no rows
 */
record CsvPage(List<String> names, List<String> headers, List<List<String>> rows, List<String> other) {

    static CsvPage parse(List<String> names, String text) {
        List<List<String>> rows = new ArrayList<>();
        List<String> other = new ArrayList<>();
        text.lines().filter((line) -> !line.isBlank()).forEach((line) -> {
            List<String> cells =
                    Stream.of(line.split(", ?", -1)).map(String::strip).toList();
            if (cells.size() == names.size()) {
                rows.add(cells);
            } else {
                other.add(line.strip());
            }
        });
        List<String> headers = rows.isEmpty() ? List.of() : rows.remove(0);
        return new CsvPage(List.copyOf(names), headers, List.copyOf(rows), List.copyOf(other));
    }

    boolean has(String name) {
        return this.names.contains(name);
    }

    String header(String name) {
        return this.headers.get(this.names.indexOf(name));
    }

    /** Returns a cell; empty without that row or column. */
    String cell(int row, String name) {
        int column = this.names.indexOf(name);
        return column < 0 || row >= this.rows.size() ? "" : this.rows.get(row).get(column);
    }
}
