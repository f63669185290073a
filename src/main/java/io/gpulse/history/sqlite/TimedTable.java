package io.gpulse.history.sqlite;

import io.gpulse.history.Tier;
import java.util.OptionalLong;
import org.springframework.jdbc.core.JdbcTemplate;

/** Rows that have a moment, and are kept for some time from it on. */
interface TimedTable {

    /** For how long they are kept. */
    Tier tier();

    String name();

    /** The column of the moment, in epoch ms. */
    default String moment() {
        return "at";
    }

    /** The first moment from this one on. */
    default OptionalLong firstFrom(JdbcTemplate jdbc, long from) {
        return ask(jdbc, "min(" + moment() + ")", moment() + " >= ?", from);
    }

    /** The last moment before this one. */
    default OptionalLong lastBefore(JdbcTemplate jdbc, long to) {
        return ask(jdbc, "max(" + moment() + ")", moment() + " < ?", to);
    }

    private OptionalLong ask(JdbcTemplate jdbc, String which, String where, long limit) {
        Long at = jdbc.queryForObject("SELECT " + which + " FROM " + name() + " WHERE " + where, Long.class, limit);
        return at == null ? OptionalLong.empty() : OptionalLong.of(at);
    }

    default int deleteBefore(JdbcTemplate jdbc, long limit) {
        return jdbc.update("DELETE FROM " + name() + " WHERE " + moment() + " < ?", limit);
    }

    /** Maximum number of rows; those of the oldest moments are deleted beyond that. */
    default long mostRows() {
        return Long.MAX_VALUE;
    }

    /** Returns the moment up to which rows are too many; empty when they are not. */
    default OptionalLong lastTooMany(JdbcTemplate jdbc) {
        if (mostRows() == Long.MAX_VALUE) {
            return OptionalLong.empty();
        }
        Long rows = jdbc.queryForObject("SELECT count(*) FROM " + name(), Long.class);
        if (rows == null || rows <= mostRows()) {
            return OptionalLong.empty();
        }
        Long at = jdbc.queryForObject(
                "SELECT " + moment() + " FROM " + name() + " ORDER BY " + moment() + " LIMIT 1 OFFSET ?",
                Long.class,
                rows - mostRows() - 1);
        return at == null ? OptionalLong.empty() : OptionalLong.of(at);
    }

    /** Rows that are kept as long as minutes are. */
    record Kept(String name, String moment, long mostRows) implements TimedTable {

        @Override
        public Tier tier() {
            return Tier.MINUTE;
        }
    }
}
