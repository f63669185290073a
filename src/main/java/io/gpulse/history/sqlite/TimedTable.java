package io.gpulse.history.sqlite;

import io.gpulse.history.Tier;
import java.util.OptionalLong;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A table whose rows have a time and are kept for a while from then on. */
interface TimedTable {

    /** Returns the tier whose retention applies. */
    Tier tier();

    String name();

    /** Returns the column of the time, in epoch ms. */
    default String timeColumn() {
        return "at";
    }

    /** Returns the first time from this one on. */
    default OptionalLong firstFrom(JdbcClient jdbc, long from) {
        return time(jdbc, "min(" + timeColumn() + ")", "WHERE " + timeColumn() + " >= ?", from);
    }

    /** Returns the last time before this one. */
    default OptionalLong lastBefore(JdbcClient jdbc, long to) {
        return time(jdbc, "max(" + timeColumn() + ")", "WHERE " + timeColumn() + " < ?", to);
    }

    private OptionalLong time(JdbcClient jdbc, String column, String rest, long limit) {
        return jdbc.sql("SELECT " + column + " FROM " + name() + " " + rest)
                .param(limit)
                .query(Long.class)
                .optional()
                .map(OptionalLong::of)
                .orElseGet(OptionalLong::empty);
    }

    default void deleteBefore(JdbcClient jdbc, long limit) {
        jdbc.sql("DELETE FROM " + name() + " WHERE " + timeColumn() + " < ?")
                .param(limit)
                .update();
    }

    /** Returns the maximum number of rows; the oldest ones beyond it are deleted. */
    default long mostRows() {
        return Long.MAX_VALUE;
    }

    /** Returns the time of the newest row that exceeds the maximum number; empty when no row does. */
    default OptionalLong lastTooMany(JdbcClient jdbc) {
        if (mostRows() == Long.MAX_VALUE) {
            return OptionalLong.empty();
        }
        long rows = jdbc.sql("SELECT count(*) FROM " + name()).query(Long.class).single();
        return rows <= mostRows()
                ? OptionalLong.empty()
                : time(jdbc, timeColumn(), "ORDER BY " + timeColumn() + " LIMIT 1 OFFSET ?", rows - mostRows() - 1);
    }

    /** A table whose rows are kept as long as minutes are. */
    record Kept(String name, String timeColumn, long mostRows) implements TimedTable {

        @Override
        public Tier tier() {
            return Tier.MINUTE;
        }
    }
}
