package io.gpulse.event.xid;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Reads a table from the class path: one row a line, its cells between bars. */
final class TableRows {

    private TableRows() {}

    static List<List<String>> of(String resource, int cells) {
        try (InputStream table = TableRows.class.getResourceAsStream(resource)) {
            String text = new String(Objects.requireNonNull(table, resource).readAllBytes(), StandardCharsets.UTF_8);
            return text.lines()
                    .filter((line) -> !line.startsWith("#"))
                    .map((line) -> cells(line, cells))
                    .toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static List<String> cells(String line, int count) {
        List<String> cells =
                Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
        if (cells.size() != count) {
            throw new IllegalStateException("A row has " + count + " cells: " + line);
        }
        return cells;
    }
}
