package io.gpulse.history.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The write-ahead log of a database file. SQLite restarts the log only when no connection reads from it: with
 * overlapping readers it would grow without limit.
 */
final class WriteAheadLog {

    /** SQLite itself restarts the log after about 8 MB. */
    static final long MAX_BYTES = 32L << 20;

    private final Path file;
    private final long maxBytes;
    private volatile long resetAbove;

    WriteAheadLog(Path database, long maxBytes) {
        this.file = Path.of(database + "-wal");
        this.maxBytes = maxBytes;
        this.resetAbove = maxBytes;
    }

    /** Returns whether the log is larger than allowed, or than what is left on the disk for copying it. */
    boolean isTooLarge() {
        long bytes = bytes();
        boolean hasGrown = bytes > this.resetAbove - this.maxBytes;
        return bytes > this.resetAbove
                || (hasGrown && bytes > this.file.toFile().getParentFile().getUsableSpace());
    }

    /** Copies the log to the database and empties it, unless another process reads it. This one must not read it. */
    void reset(JdbcTemplate writer) {
        writer.execute("PRAGMA wal_checkpoint(TRUNCATE)");
        // An attempt after each transaction would wait for the other process each time.
        this.resetAbove = bytes() + this.maxBytes;
    }

    private long bytes() {
        try {
            return Files.size(this.file);
        } catch (IOException missing) {
            return 0;
        }
    }
}
