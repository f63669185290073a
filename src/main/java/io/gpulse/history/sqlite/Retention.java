package io.gpulse.history.sqlite;

import io.gpulse.history.Tier;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BiFunction;
import org.springframework.jdbc.core.JdbcTemplate;

/** Deletes what is too old or too much, a little at a time. */
final class Retention {

    /** What is left to a file for what is written until the next time. */
    private static final double FULL = 0.95;

    /** The part of its time that a tier gives up when the file is too large. */
    private static final int PART = 20;

    /** After so many times no more than a twentieth is left of what a tier held. */
    private static final int MOST_TIMES = 60;

    /** Ten minutes of samples: so many rows are deleted at once that a reader does not wait for it. */
    private static final long STEP_MILLIS = 600_000;

    private final List<? extends TimedTable> tables;
    private final SqliteHistoryStore.Limits limits;

    Retention(List<? extends TimedTable> tables, SqliteHistoryStore.Limits limits) {
        this.tables = tables;
        this.limits = limits;
    }

    void apply(HistoryFile file, Instant now) {
        deleteBefore(
                file, (table, oldest) -> now.minus(this.limits.of(table.tier())).toEpochMilli());
        this.tables.forEach(
                (table) -> table.lastTooMany(file.writer()).ifPresent((last) -> deleteBefore(file, table, last + 1)));
        for (int i = 0; i < MOST_TIMES && usedBytes(file.writer()) > this.limits.maxBytes() * FULL; i++) {
            deleteBefore(file, (table, oldest) -> {
                long newest = table.lastBefore(file.writer(), Long.MAX_VALUE).orElse(oldest);
                return oldest + Math.max(1, (newest - oldest) / PART);
            });
        }
    }

    /** @param limitOf up to when a table is emptied, from its oldest row on */
    private void deleteBefore(HistoryFile file, BiFunction<TimedTable, Long, Long> limitOf) {
        this.tables.forEach((table) -> {
            OptionalLong first = table.firstFrom(file.writer(), Long.MIN_VALUE);
            if (first.isPresent()) {
                deleteBefore(file, table, limitOf.apply(table, first.getAsLong()));
            }
        });
    }

    private static void deleteBefore(HistoryFile file, TimedTable table, long limit) {
        long step = STEP_MILLIS
                * Math.max(1, table.tier() == Tier.RAW ? 1 : table.tier().widthMillis() / 1000);
        OptionalLong oldest = table.firstFrom(file.writer(), Long.MIN_VALUE);
        while (oldest.isPresent() && oldest.getAsLong() < limit) {
            long until = Math.min(limit, oldest.getAsLong() + step);
            file.inTransaction(() -> table.deleteBefore(file.writer(), until));
            oldest = table.firstFrom(file.writer(), Long.MIN_VALUE);
        }
    }

    /** What is stored takes; pages that were given back are used again. */
    static long usedBytes(JdbcTemplate jdbc) {
        Long used = jdbc.queryForObject(
                "SELECT (page_count - freelist_count) * page_size"
                        + " FROM pragma_page_count, pragma_freelist_count, pragma_page_size",
                Long.class);
        return used == null ? 0 : used;
    }
}
