package io.gpulse.history.sqlite;

import io.gpulse.history.StoreException;
import io.gpulse.history.StoreException.Fault;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.jdbc.core.JdbcTemplate;

/** Which program and which version of it a file is of. */
final class Schema {

    /** Raised when tables change in a way that an older gpulse would not understand. */
    static final int VERSION = 1;

    /** "gpls", in SQLite's field for the program that a file belongs to. */
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

    /** What is there already is not written again: a full disk can be read. */
    private static void mark(JdbcTemplate jdbc, String name, int value) {
        Integer now = jdbc.queryForObject("PRAGMA " + name, Integer.class);
        if (now == null || now != value) {
            jdbc.execute("PRAGMA " + name + "=" + value);
        }
    }

    /**
     * Looks at a file without opening it, so that what is not ours stays as it is.
     *
     * @throws StoreException when it is damaged, of a newer gpulse or of another program
     */
    static void check(Path file) {
        if (!Files.exists(file)) {
            return;
        }
        try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "r")) {
            // SQLite makes an empty file before the first page.
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
            throw new StoreException(Fault.DAMAGED, file + " is no SQLite file.");
        }
        content.seek(VERSION_OFFSET);
        int version = content.readInt();
        content.seek(APPLICATION_OFFSET);
        int application = content.readInt();
        checkMark(file, version, application);
        // Both are 0 until the first transaction has reached the file itself.
        if (application == 0) {
            ForeignTables.check(file);
        }
    }

    /** @throws StoreException when it is the mark of a newer gpulse, or of another program */
    static void checkMark(Path file, int version, int application) {
        if (application == APPLICATION && version > VERSION) {
            throw new StoreException(
                    Fault.NEWER,
                    file + " was written by a newer gpulse (version " + version + " of its tables; this one knows "
                            + VERSION + ").");
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
