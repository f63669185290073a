package io.gpulse.history.sqlite;

import io.gpulse.history.StoreException;
import io.gpulse.history.StoreException.Fault;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.jdbc.core.JdbcTemplate;

/** The program and the version of the tables that a file belongs to. */
final class Schema {

    /** Raised when tables change in a way that an older gpulse could not read. */
    static final int VERSION = 1;

    /** "gpls", in SQLite's field for the program of a file. */
    static final int APPLICATION = 0x67706c73;

    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION_OFFSET = 60;
    private static final int APPLICATION_OFFSET = 68;
    private static final int HEADER = 100;

    private Schema() {}

    static void mark(JdbcTemplate jdbc) {
        mark(jdbc, "application_id", APPLICATION);
        mark(jdbc, "user_version", VERSION);
    }

    /** Writes only a changed value, so that a history on a full disk can be opened. */
    private static void mark(JdbcTemplate jdbc, String name, int value) {
        Integer now = jdbc.queryForObject("PRAGMA " + name, Integer.class);
        if (now == null || now != value) {
            jdbc.execute("PRAGMA " + name + "=" + value);
        }
    }

    /**
     * Checks a file without opening it as a database, so that a file of another program is not changed.
     *
     * @throws StoreException when the file is damaged, or belongs to a newer gpulse or another program
     */
    static void check(Path file) {
        if (!Files.exists(file)) {
            return;
        }
        try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "r")) {
            // SQLite creates an empty file before the first page.
            if (content.length() > 0) {
                check(file, content);
            }
        } catch (IOException failed) {
            throw new StoreException(Fault.READ_ONLY, file + " cannot be read: " + failed.getMessage(), failed);
        }
    }

    private static void check(Path file, RandomAccessFile content) throws IOException {
        byte[] magic = new byte[MAGIC.length];
        if (content.length() < HEADER || content.read(magic) < MAGIC.length || !java.util.Arrays.equals(magic, MAGIC)) {
            throw new StoreException(Fault.DAMAGED, file + " is not a SQLite file.");
        }
        content.seek(VERSION_OFFSET);
        int version = content.readInt();
        content.seek(APPLICATION_OFFSET);
        int application = content.readInt();
        checkMark(file, version, application);
        // Both are 0 until the first transaction is copied from the log to the file.
        if (application == 0) {
            ForeignTables.check(file);
        }
    }

    /** @throws StoreException when the file belongs to a newer gpulse or another program */
    static void checkMark(Path file, int version, int application) {
        if (application == APPLICATION && version > VERSION) {
            throw new StoreException(
                    Fault.NEWER,
                    file + " was written by a newer gpulse (table version " + version + "; this one knows " + VERSION
                            + ").");
        }
        if (application != APPLICATION && (application != 0 || version != 0)) {
            throw ofAnotherProgram(file);
        }
    }

    static StoreException ofAnotherProgram(Path file) {
        return new StoreException(
                Fault.NEWER, file + " belongs to another program: move it, or set gpulse.history.dir.");
    }
}
