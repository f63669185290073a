package io.gpulse.history.sqlite;

import io.gpulse.history.accounting.GpuUse;
import io.gpulse.history.accounting.Occupancy;
import io.gpulse.history.accounting.StateRun;
import io.gpulse.history.accounting.UseSeconds;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads the states of GPUs over time. Any thread may read; each call blocks. */
public final class StateStore {

    private static final int PAGE = SampleTable.PAGE;

    /** The runs of known states, page by page. */
    private static final String RUNS = "SELECT begun_at, gpu, uuid, ended_at, state, cause FROM state_run"
            + " CROSS JOIN gpu ON gpu.id = state_run.gpu WHERE (begun_at, gpu) > (:at, :gpu) AND begun_at < :to"
            + " AND state_run.gpu IN (SELECT id FROM gpu WHERE uuid IN (:gpus)) AND ended_at > :from AND state IN ("
            + Stream.of(GpuUse.values()).map((use) -> "'" + use.name() + "'").collect(Collectors.joining(", "))
            + ") ORDER BY begun_at, gpu LIMIT " + PAGE;

    private static final String MINUTES = "SELECT gpu.uuid, "
            + AccountingStore.sum(Stream.concat(
                    Stream.of(Occupancy.values()).map(Occupancy::label),
                    GpuUse.DIVIDED.stream().map(GpuUse::label)))
            + " FROM account_minute JOIN gpu ON gpu.id = account_minute.gpu WHERE at >= ? AND at < ? GROUP BY gpu.uuid";

    /** More than the time between a run and the end of its batch. */
    private static final long LATE_MILLIS = 300_000;

    private final HistoryFile file;

    StateStore(HistoryFile file) {
        this.file = file;
    }

    private record Row(long gpu, StateRun run) {

        static Row of(ResultSet row) throws SQLException {
            return new Row(
                    row.getLong("gpu"),
                    new StateRun(
                            row.getString("uuid"),
                            row.getLong("begun_at"),
                            row.getLong("ended_at"),
                            GpuUse.valueOf(row.getString("state")),
                            row.getString("cause")));
        }
    }

    /** Deletes the runs of GPUs that a gpulse without runs has sampled since: minutes have all of their time. */
    static void deleteInterrupted(JdbcClient jdbc) {
        jdbc.sql("DELETE FROM state_run WHERE gpu IN (SELECT gpu FROM account WHERE at > ? + (SELECT ended_at"
                        + " FROM state_run WHERE state_run.gpu = account.gpu ORDER BY begun_at DESC LIMIT 1))")
                .param(LATE_MILLIS)
                .update();
    }

    /** Returns the begin of the oldest stored minute of each GPU that has one, in epoch ms, by UUID. */
    public Map<String, Long> firstMinutes(Collection<String> uuids) {
        return first("account_minute", "at", uuids);
    }

    /** Returns the begin of the oldest stored run of each GPU that has one, in epoch ms, by UUID. */
    public Map<String, Long> firstRuns(Collection<String> uuids) {
        return first("state_run", "begun_at", uuids);
    }

    private Map<String, Long> first(String table, String time, Collection<String> uuids) {
        String sql = "SELECT " + time + " FROM " + table + " WHERE gpu = (SELECT id FROM gpu WHERE uuid = ?) ORDER BY "
                + time + " LIMIT 1";
        return this.file.query((jdbc) -> {
            Map<String, Long> first = new HashMap<>();
            uuids.forEach((uuid) ->
                    jdbc.sql(sql).param(uuid).query(Long.class).optional().ifPresent((at) -> first.put(uuid, at)));
            return first;
        });
    }

    /**
     * Visits the seconds of each GPU in the minutes of a time span.
     *
     * @param from in epoch ms, a multiple of a minute
     * @param to in epoch ms, exclusive
     */
    public void minutes(long from, long to, BiConsumer<String, UseSeconds> visitor) {
        this.file.query((jdbc) -> {
            jdbc.sql(MINUTES).params(from, to).query((row) -> {
                visitor.accept(row.getString("uuid"), seconds(row));
            });
            return true;
        });
    }

    private static UseSeconds seconds(ResultSet row) throws SQLException {
        UseSeconds seconds = new UseSeconds();
        for (GpuUse use : GpuUse.DIVIDED) {
            seconds.add(use, row.getDouble(use.label()));
        }
        for (GpuUse rest : List.of(GpuUse.BUSY, GpuUse.HELD_IDLE, GpuUse.FREE, GpuUse.RESERVED, GpuUse.NO_SAMPLES)) {
            Occupancy occupancy = rest.occupancy();
            double divided = GpuUse.DIVIDED.stream()
                    .filter((use) -> use.occupancy() == occupancy)
                    .mapToDouble(seconds::of)
                    .sum();
            seconds.add(rest, Math.max(0, row.getDouble(occupancy.label()) - divided));
        }
        return seconds;
    }

    /**
     * Visits the runs of GPUs that overlap a time span, in the order of their begin.
     *
     * @param uuids the GPUs
     * @param from in epoch ms
     * @param to in epoch ms, exclusive
     */
    public void runs(Collection<String> uuids, long from, long to, Consumer<StateRun> visitor) {
        Map<String, Object> span = Map.of("gpus", uuids, "from", from, "to", to);
        this.file.query((jdbc) -> {
            // A run lasts at most a slice and the interval that begins in it.
            Row last = new Row(0, new StateRun("", from - 2 * StateRun.SLICE_MILLIS, from, GpuUse.FREE, null));
            List<Row> page;
            do {
                page = page(jdbc, last, span);
                for (Row row : page) {
                    visitor.accept(row.run);
                    last = row;
                }
            } while (page.size() == PAGE);
            return true;
        });
    }

    private static List<Row> page(JdbcClient jdbc, Row last, Map<String, Object> span) {
        return jdbc.sql(RUNS)
                .param("at", last.run.from())
                .param("gpu", last.gpu)
                .params(span)
                .query((row, number) -> Row.of(row))
                .list();
    }
}
