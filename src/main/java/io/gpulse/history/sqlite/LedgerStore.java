package io.gpulse.history.sqlite;

import io.gpulse.history.TimeRange;
import io.gpulse.history.accounting.GpuUse;
import io.gpulse.history.accounting.ProcessAccount;
import io.gpulse.history.accounting.Sums;
import io.gpulse.history.sqlite.AccountingStore.UsageSpan;
import io.gpulse.metric.Metric;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the processes of GPUs, and their time and energy minute by minute. Any thread may read; each call blocks. */
public final class LedgerStore {

    /** Maximum number of processes in memory, those that were seen last. */
    public static final int MOST_PROCESSES = 20_000;

    private static final List<Metric> REASONS = AccountingTables.REASONS.stream()
            .filter(GpuUse.THROTTLING::contains)
            .toList();

    private static final String OF_GPUS = " AND gpu.uuid IN (:gpus)";

    private static final String PROCESSES = "SELECT * FROM (SELECT process.*, gpu.uuid FROM process"
            + " JOIN gpu ON gpu.id = process.gpu" + AccountingTables.OF_KNOWN_TYPES
            + " WHERE (seen_at >= :from OR ended = 0) AND begun_at < :to" + OF_GPUS
            + " ORDER BY seen_at DESC LIMIT " + MOST_PROCESSES + ") ORDER BY begun_at, pid";

    private static final String MINUTES = "SELECT at, gpu.uuid, "
            + Stream.concat(AccountingTables.SUMS.stream(), REASONS.stream().map((reason) -> '"' + reason.key() + '"'))
                    .collect(Collectors.joining(", "))
            + " FROM account_minute JOIN gpu ON gpu.id = account_minute.gpu WHERE at >= :from AND at < :to" + OF_GPUS;

    /** The begin of the recent processes, and of earlier ones of the same workloads. */
    private static final String BEGIN = "SELECT min(begun_at) FROM process WHERE (seen_at >= :from OR ended = 0)"
            + " OR (workload_kind, workload_id) IN (SELECT workload_kind, workload_id FROM process"
            + " WHERE seen_at >= :from AND workload_id IS NOT NULL)";

    /** The first and the last sample of the processes that may belong to a job. */
    private static final String LIFE = "SELECT min(begun_at) AS begin, max(seen_at) AS end FROM process"
            + " WHERE :id IN (group_id, workload_id, workload_system || '-' || workload_id,"
            + " lower(workload_kind) || '-' || workload_id, pid || '-' || (coalesce(started_at, begun_at) / 1000))";

    private final HistoryFile file;

    LedgerStore(HistoryFile file) {
        this.file = file;
    }

    /** Receives the time and the energy of GPUs. */
    @FunctionalInterface
    public interface MinuteVisitor {

        /**
         * Receives a minute of a GPU.
         *
         * @param at begin of the minute, in epoch ms
         * @param reasons seconds by reason for which clocks were reduced for power or heat, those above 0
         */
        void visit(String uuid, long at, Sums sums, Map<Metric, Double> reasons);
    }

    /** Returns the processes that were on the GPUs in a time span, or may still be, in the order of their begin. */
    public List<ProcessAccount> processes(UsageSpan span) {
        return this.file.query((jdbc) -> jdbc.sql(PROCESSES)
                .paramSource(span)
                .query((row, number) -> AccountingStore.process(row))
                .list());
    }

    /** Returns the begin of the processes since a time, and of earlier ones of their workloads, in epoch ms. */
    public OptionalLong begin(long since) {
        return this.file.query((jdbc) -> jdbc.sql(BEGIN)
                .param("from", since)
                .query((row, number) ->
                        row.getObject(1) == null ? OptionalLong.empty() : OptionalLong.of(row.getLong(1)))
                .single());
    }

    /** Returns the time from the begin to the end of the processes of a job; null when none has such an id. */
    public @Nullable TimeRange life(String id) {
        return this.file.query((jdbc) -> jdbc.sql(LIFE)
                .param("id", id)
                .query((row, number) -> row.getObject("begin") == null
                        ? Optional.<TimeRange>empty()
                        : Optional.of(new TimeRange(
                                Instant.ofEpochMilli(row.getLong("begin")), Instant.ofEpochMilli(row.getLong("end")))))
                .single()
                .orElse(null));
    }

    /** Visits the minutes of the GPUs in a time span whose begin is a multiple of a minute. */
    public void minutes(UsageSpan span, MinuteVisitor visitor) {
        this.file.query((jdbc) -> {
            jdbc.sql(MINUTES).paramSource(span).query((row) -> {
                visitor.visit(row.getString("uuid"), row.getLong("at"), AccountingStore.sums(row), reasons(row));
            });
            return true;
        });
    }

    private static Map<Metric, Double> reasons(ResultSet row) throws SQLException {
        Map<Metric, Double> reasons = new EnumMap<>(Metric.class);
        for (Metric reason : REASONS) {
            double seconds = row.getDouble(reason.key());
            if (seconds > 0) {
                reasons.put(reason, seconds);
            }
        }
        return reasons;
    }
}
