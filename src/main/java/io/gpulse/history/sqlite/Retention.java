package io.gpulse.history.sqlite;

import io.gpulse.history.Tier;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongBiFunction;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Deletes rows that are too old or too many, in small steps. */
final class Retention {

    /** The part of the maximum size to which the file is reduced; the rest is for rows until the next pruning. */
    private static final double FULL = 0.95;

    /** A table loses this fraction of its time span, repeatedly, while the file is too large. */
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
        deleteBefore(
                file, (table, oldest) -> now.minus(this.limits.of(table.tier())).toEpochMilli());
        this.tables.forEach(
                (table) -> table.lastTooMany(jdbc).ifPresent((last) -> deleteBefore(file, table, last + 1)));
        for (int i = 0; i < MOST_TIMES && usedBytes(jdbc) > this.limits.maxBytes() * FULL; i++) {
            deleteBefore(file, (table, oldest) -> {
                long newest = table.lastBefore(jdbc, Long.MAX_VALUE).orElse(oldest);
                return oldest + Math.max(1, (newest - oldest) / FRACTION);
            });
        }
    }

    /** @param limitOf the time before which rows of a table are deleted, given that of its oldest row */
    private void deleteBefore(HistoryFile file, ToLongBiFunction<TimedTable, Long> limitOf) {
        this.tables.forEach((table) -> table.firstFrom(file.client(), Long.MIN_VALUE)
                .ifPresent((oldest) -> deleteBefore(file, table, limitOf.applyAsLong(table, oldest))));
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
