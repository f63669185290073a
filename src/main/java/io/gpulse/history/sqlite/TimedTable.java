package io.gpulse.history.sqlite;

import io.gpulse.history.Tier;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A table whose rows have a time and are kept for a while from then on.
 *
 * @param timeColumn the column of the time, in epoch ms
 * @param tier the tier whose retention applies
 * @param mostRows maximum number of rows; the oldest ones beyond it are deleted
 */
record TimedTable(String name, String timeColumn, Tier tier, long mostRows) {

    /** Creates a table whose rows are kept as long as minutes are. */
    TimedTable(String name, String timeColumn, long mostRows) {
        this(name, timeColumn, Tier.MINUTE, mostRows);
    }

    /** Returns the first time from this one on. */
    Optional<Long> firstFrom(JdbcClient jdbc, long from) {
        return time(jdbc, "min(" + this.timeColumn + ")", "WHERE " + this.timeColumn + " >= ?", from);
    }

    /** Returns the last time before this one. */
    Optional<Long> lastBefore(JdbcClient jdbc, long to) {
        return time(jdbc, "max(" + this.timeColumn + ")", "WHERE " + this.timeColumn + " < ?", to);
    }

    private Optional<Long> time(JdbcClient jdbc, String column, String rest, long limit) {
        return jdbc.sql("SELECT " + column + " FROM " + this.name + " " + rest)
                .param(limit)
                .query(Long.class)
                .optional();
    }

    void deleteBefore(JdbcClient jdbc, long limit) {
        jdbc.sql("DELETE FROM " + this.name + " WHERE " + this.timeColumn + " < ?")
                .param(limit)
                .update();
    }

    /** Returns the time of the newest row that exceeds the maximum number; empty when no row does. */
    Optional<Long> lastTooMany(JdbcClient jdbc) {
        if (this.mostRows == Long.MAX_VALUE) {
            return Optional.empty();
        }
        long rows = rows(jdbc);
        return rows <= this.mostRows ? Optional.empty() : lastOfFirst(jdbc, rows - this.mostRows);
    }

    long rows(JdbcClient jdbc) {
        return jdbc.sql("SELECT count(*) FROM " + this.name).query(Long.class).single();
    }

    /** Returns the time of the last of a number of oldest rows; empty when there are fewer. */
    Optional<Long> lastOfFirst(JdbcClient jdbc, long rows) {
        return time(jdbc, this.timeColumn, "ORDER BY " + this.timeColumn + " LIMIT 1 OFFSET ?", rows - 1);
    }
}
