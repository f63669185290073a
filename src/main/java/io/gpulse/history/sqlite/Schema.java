package io.gpulse.history.sqlite;

import io.gpulse.history.StoreException;
import io.gpulse.history.StoreException.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** The program and the version of the tables that a file belongs to: the mark in the file. */
final class Schema {

    /** Raised when tables change in a way that an older gpulse could not read. */
    static final int VERSION = 1;

    /** "gpls", in SQLite's field for the program of a file. */
    static final int APPLICATION = 0x67706c73;

    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);

    /** Whether a file has no tables, or all seven that each history has. */
    private static final String IS_OURS = "SELECT count(*) = 0 OR sum(type = 'table' AND name IN ('gpu', 'gpu_raw',"
            + " 'gpu_minute', 'gpu_hour', 'host_raw', 'host_minute', 'host_hour')) = 7 FROM sqlite_schema WHERE type IN"
            + " ('table', 'view', 'trigger') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";

    private Schema() {}

    static void mark(JdbcTemplate jdbc) {
        mark(jdbc, "application_id", APPLICATION);
        mark(jdbc, "user_version", VERSION);
    }

    /** Writes only a changed value, so that a history on a full disk can be opened. */
    private static void mark(JdbcTemplate jdbc, String name, int value) {
        if (number(jdbc, name) != value) {
            jdbc.execute("PRAGMA " + name + "=" + value);
        }
    }

    private static int number(JdbcTemplate jdbc, String name) {
        Integer number = jdbc.queryForObject("PRAGMA " + name, Integer.class);
        return number == null ? 0 : number;
    }

    /**
     * Checks a file without changing it, since it may be of another program.
     *
     * @throws StoreException when the file is damaged, or belongs to a newer gpulse or another program
     */
    static void check(Path file) {
        try {
            // SQLite creates an empty file before the first page.
            if (Files.exists(file) && Files.size(file) > 0) {
                checkMagic(file);
                // Neither locks the file nor creates files next to it.
                String content = "jdbc:sqlite:" + file.toUri() + "?immutable=1";
                Path log = Path.of(file + "-wal");
                if (Files.exists(log) && Files.size(log) > 0 && !isMarked(content)) {
                    checkCopy(file, log);
                } else {
                    check(file, content);
                }
            }
        } catch (IOException failed) {
            throw new StoreException(Fault.READ_ONLY, file + " cannot be read: " + failed.getMessage(), failed);
        } catch (DataAccessException failed) {
            throw SqliteFaults.translate(failed);
        }
    }

    private static void checkMagic(Path file) throws IOException {
        try (InputStream content = Files.newInputStream(file)) {
            if (!Arrays.equals(content.readNBytes(MAGIC.length), MAGIC)) {
                throw new StoreException(Fault.DAMAGED, file + " is not a SQLite file.");
            }
        }
    }

    /** Checks the file with its write-ahead log, from which the first transaction with the mark is not copied yet. */
    private static void checkCopy(Path file, Path log) throws IOException {
        Path folder = Files.createTempDirectory("gpulse-history");
        Path copy = folder.resolve("copy.db");
        try {
            Files.copy(file, copy);
            Files.copy(log, Path.of(copy + "-wal"));
            check(file, "jdbc:sqlite:" + copy);
        } finally {
            for (String suffix : List.of("-wal", "-shm", "")) {
                Files.deleteIfExists(Path.of(copy + suffix));
            }
            Files.deleteIfExists(folder);
        }
    }

    private static boolean isMarked(String url) {
        SingleConnectionDataSource source = new SingleConnectionDataSource(url, true);
        try {
            return number(new JdbcTemplate(source), "application_id") != 0;
        } finally {
            source.destroy();
        }
    }

    private static void check(Path file, String url) {
        SingleConnectionDataSource source = new SingleConnectionDataSource(url, true);
        try {
            JdbcTemplate jdbc = new JdbcTemplate(source);
            int application = number(jdbc, "application_id");
            int version = number(jdbc, "user_version");
            if (application == APPLICATION && version > VERSION) {
                throw new StoreException(
                        Fault.NEWER,
                        file + " was written by a newer gpulse (table version " + version + "; this one knows "
                                + VERSION + ").");
            }
            boolean unmarked = application == 0 && version == 0;
            if (application != APPLICATION && !(unmarked && isOurs(jdbc))) {
                throw new StoreException(
                        Fault.NEWER, file + " belongs to another program: move it, or set gpulse.history.dir.");
            }
        } finally {
            source.destroy();
        }
    }

    /**
     * Refuses a file with triggers of others, which change what is written.
     *
     * @throws StoreException when there is one
     */
    static void checkTriggers(Path file, JdbcClient jdbc) {
        List<String> triggers = HistoryFile.translated(
                () -> jdbc.sql("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND sql <> ? ORDER BY name")
                        .param("CREATE TRIGGER " + EventStore.TRIGGER)
                        .query(String.class)
                        .list());
        if (!triggers.isEmpty()) {
            throw new StoreException(
                    Fault.NEWER,
                    file + " has triggers that gpulse did not create (" + String.join(", ", triggers)
                            + "): drop them, or move the file.");
        }
    }

    private static boolean isOurs(JdbcTemplate jdbc) {
        return Boolean.TRUE.equals(jdbc.queryForObject(IS_OURS, Boolean.class));
    }
}
