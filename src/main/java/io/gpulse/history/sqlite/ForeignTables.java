package io.gpulse.history.sqlite;

import io.gpulse.history.StoreException;
import io.gpulse.history.StoreException.Fault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * Checks whether a file without a program's mark is a history. A history has the mark once its first transaction is
 * copied from the write-ahead log to the file. The check does not change the file.
 */
final class ForeignTables {

    private static final String OBJECTS = "SELECT type || ' ' || name FROM sqlite_schema"
            + " WHERE type IN ('table', 'view', 'trigger') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";

    private static final String ALWAYS_THERE = "table gpu_raw";

    private ForeignTables() {}

    /** @throws StoreException when the database belongs to another program or a newer gpulse */
    static void check(Path file) {
        try {
            Path log = Path.of(file + "-wal");
            if (Files.exists(log) && Files.size(log) > 0) {
                checkCopy(file, log);
            } else {
                // Neither locks the file nor creates files next to it.
                check(file, "jdbc:sqlite:" + file.toUri() + "?immutable=1");
            }
        } catch (IOException | UncheckedIOException failed) {
            throw new StoreException(Fault.READ_ONLY, file + " cannot be read: " + failed.getMessage(), failed);
        }
    }

    private static void checkCopy(Path file, Path log) throws IOException {
        Path folder = Files.createTempDirectory("gpulse-history");
        Path copy = folder.resolve("copy.db");
        try {
            Files.copy(file, copy);
            Files.copy(log, Path.of(copy + "-wal"));
            check(file, "jdbc:sqlite:" + copy);
        } finally {
            for (String suffix : new String[] {"-wal", "-shm", ""}) {
                Files.deleteIfExists(Path.of(copy + suffix));
            }
            Files.deleteIfExists(folder);
        }
    }

    private static void check(Path file, String url) {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            int application = number(statement, "PRAGMA application_id");
            Schema.checkMark(file, number(statement, "PRAGMA user_version"), application);
            Set<String> objects = names(statement);
            if (application == 0 && !objects.isEmpty() && !isOurs(objects)) {
                throw Schema.ofAnotherProgram(file);
            }
        } catch (SQLException failed) {
            throw SqliteFaults.translate(failed);
        }
    }

    private static boolean isOurs(Set<String> objects) {
        return objects.contains(ALWAYS_THERE) && ours().containsAll(objects);
    }

    private static Set<String> ours() {
        HistoryFile memory = HistoryFile.inMemory("gpulse-tables");
        HistoryStore.Limits limits = new HistoryStore.Limits(Duration.ofHours(1), Duration.ofHours(1), 0);
        try (HistoryStore store = new HistoryStore(memory, limits, () -> {})) {
            return memory.read((jdbc) -> jdbc.sql(OBJECTS).query(String.class).set());
        }
    }

    private static int number(Statement statement, String sql) throws SQLException {
        try (ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getInt(1) : 0;
        }
    }

    private static Set<String> names(Statement statement) throws SQLException {
        Set<String> names = new HashSet<>();
        try (ResultSet rows = statement.executeQuery(OBJECTS)) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }
}
