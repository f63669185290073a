package io.gpulse.history.sqlite;

import io.gpulse.history.Tier;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Deletes rows that are too old or too many, in small steps. */
final class Retention {

    /** The part of the maximum size to which the file is reduced; the rest is for rows until the next pruning. */
    private static final double FULL = 0.95;

    /** A table loses this fraction of its rows, repeatedly, while the file is too large. */
    private static final int FRACTION = 20;

    /** After this many repetitions at most a twentieth of a table is left. */
    private static final int MOST_TIMES = 60;

    /** Ten minutes of samples: a reader does not wait long for a transaction that deletes them. */
    private static final long STEP_MILLIS = 600_000;

    private final List<TimedTable> tables;
    private final HistoryStore.Limits limits;

    Retention(List<TimedTable> tables, HistoryStore.Limits limits) {
        this.tables = tables;
        this.limits = limits;
    }

    void apply(HistoryFile file, Instant now) {
        JdbcClient jdbc = file.client();
        this.tables.forEach((table) -> deleteBefore(
                file, table, now.minus(this.limits.of(table.tier())).toEpochMilli()));
        deleteTo(file, (table) -> table.lastTooMany(jdbc));
        shrink(file, (table) -> lastOfFirstPart(table, jdbc, now.toEpochMilli()));
        // Rows of a wrong clock, after now, can be most of a file. To count rows is to read all of them.
        shrink(file, (table) -> table.lastOfFirst(jdbc, Math.max(1, table.rows(jdbc) / FRACTION)));
    }

    private void shrink(HistoryFile file, Function<TimedTable, Optional<Long>> lastOf) {
        JdbcClient jdbc = file.client();
        for (int i = 0; i < MOST_TIMES && usedBytes(jdbc) > this.limits.maxBytes() * FULL; i++) {
            deleteTo(file, lastOf);
        }
    }

    /** Returns the end of a fraction of the time until now: one row of a wrong clock can be years after the others. */
    private static Optional<Long> lastOfFirstPart(TimedTable table, JdbcClient jdbc, long now) {
        return table.firstFrom(jdbc, Long.MIN_VALUE).map((oldest) -> {
            long newest = table.lastBefore(jdbc, now + 1).orElse(oldest);
            return oldest + (newest - oldest) / FRACTION;
        });
    }

    /** @param lastOf the time of the last row of a table that is deleted; empty when none is */
    private void deleteTo(HistoryFile file, Function<TimedTable, Optional<Long>> lastOf) {
        this.tables.forEach((table) -> lastOf.apply(table).ifPresent((last) -> deleteBefore(file, table, last + 1)));
    }

    private static void deleteBefore(HistoryFile file, TimedTable table, long limit) {
        JdbcClient jdbc = file.client();
        long step = STEP_MILLIS
                * Math.max(1, table.tier() == Tier.RAW ? 1 : table.tier().widthMillis() / 1000);
        Optional<Long> oldest = table.firstFrom(jdbc, Long.MIN_VALUE);
        while (oldest.isPresent() && oldest.get() < limit) {
            long until = Math.min(limit, oldest.get() + step);
            file.inTransaction(() -> table.deleteBefore(jdbc, until));
            oldest = table.firstFrom(jdbc, Long.MIN_VALUE);
        }
    }

    /** Returns the size of the used pages; free pages are used again. */
    static long usedBytes(JdbcClient jdbc) {
        return jdbc.sql("SELECT (page_count - freelist_count) * page_size"
                        + " FROM pragma_page_count, pragma_freelist_count, pragma_page_size")
                .query(Long.class)
                .single();
    }
}
