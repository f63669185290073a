package io.gpulse.history.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowMapper;

/**
 * The write-ahead log of a database file. SQLite restarts the log only when no connection reads from it: with
 * overlapping readers it would grow without limit.
 */
final class WriteAheadLog {

    /** SQLite itself restarts the log after about 8 MB. */
    static final long MAX_BYTES = 32L << 20;

    private static final RowMapper<Boolean> FIRST_COLUMN = (row, index) -> row.getBoolean(1);

    private final Path file;
    private final long maxBytes;
    private final LongSupplier usableBytes;
    private volatile long resetAbove;

    /** The same where little space is left on the disk. */
    private volatile long resetEarlyAbove;

    WriteAheadLog(Path database, long maxBytes) {
        this(database, maxBytes, () -> database.toFile().getParentFile().getUsableSpace());
    }

    WriteAheadLog(Path database, long maxBytes, LongSupplier usableBytes) {
        this.usableBytes = usableBytes;
        this.file = Path.of(database + "-wal");
        this.maxBytes = maxBytes;
        this.resetAbove = maxBytes;
    }

    /** Returns whether the log is larger than allowed, or than what is left on the disk for copying it. */
    boolean isTooLarge() {
        long bytes = bytes();
        return bytes > this.resetAbove || (bytes > this.resetEarlyAbove && bytes > this.usableBytes.getAsLong());
    }

    /**
     * Copies the log to the database and empties it, unless another process reads it. This one must not read it.
     *
     * @return whether the log was emptied; the next transaction tries again after a failure
     */
    boolean reset(JdbcTemplate writer) {
        try {
            boolean isBusy =
                    Boolean.TRUE.equals(writer.queryForObject("PRAGMA wal_checkpoint(TRUNCATE)", FIRST_COLUMN));
            // An attempt after each transaction would wait for the other process each time.
            long left = bytes();
            this.resetAbove = left + this.maxBytes;
            this.resetEarlyAbove = left + left / 4;
            return !isBusy;
        } catch (DataAccessException failed) {
            return false;
        }
    }

    private long bytes() {
        try {
            return Files.size(this.file);
        } catch (IOException missing) {
            return 0;
        }
    }
}
