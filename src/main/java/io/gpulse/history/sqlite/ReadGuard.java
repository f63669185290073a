package io.gpulse.history.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConnection;

/**
 * Ends a statement of a reading connection when its thread is interrupted, as it is when the request is cancelled, or
 * when the statement takes longer than {@link #LONGEST}. SQLite reports both as an interrupt.
 */
final class ReadGuard extends ProgressHandler {

    /** Longest time of one statement. */
    static final Duration LONGEST = Duration.ofSeconds(15);

    /** Instructions of SQLite's virtual machine between two checks: well below a millisecond. */
    private static final int INSTRUCTIONS = 10_000;

    private final LongSupplier nanos;
    private volatile long beganAt;

    /** @param nanos a monotonic clock, in nanoseconds */
    ReadGuard(LongSupplier nanos) {
        this.nanos = nanos;
        this.beganAt = nanos.getAsLong();
    }

    ReadGuard watch(Connection connection) throws SQLException {
        ProgressHandler.setHandler(connection.unwrap(SQLiteConnection.class), INSTRUCTIONS, this);
        return this;
    }

    /** Returns a template that limits the time of each statement. */
    JdbcTemplate over(SingleConnectionDataSource connection) {
        return new JdbcTemplate(connection) {
            @Override
            protected void applyStatementSettings(Statement statement) throws SQLException {
                super.applyStatementSettings(statement);
                ReadGuard.this.beganAt = ReadGuard.this.nanos.getAsLong();
            }
        };
    }

    @Override
    protected int progress() {
        boolean late = this.nanos.getAsLong() - this.beganAt > LONGEST.toNanos();
        return late || Thread.currentThread().isInterrupted() ? 1 : 0;
    }
}
