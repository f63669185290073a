package io.gpulse.history.sqlite;

import io.gpulse.device.ProcessSample;
import io.gpulse.device.workload.Workload;
import io.gpulse.history.accounting.AccountingState;
import io.gpulse.history.accounting.GpuAccount;
import io.gpulse.history.accounting.Membership;
import io.gpulse.history.accounting.Occupancy;
import io.gpulse.history.accounting.ProcessAccount;
import io.gpulse.history.accounting.ProcessKey;
import io.gpulse.history.accounting.ProcessSlice;
import io.gpulse.history.accounting.Sums;
import io.gpulse.metric.Metric;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads the stored occupancy, energy and processes of GPUs. Any thread may read; each call blocks. */
public final class AccountingStore {

    /** Maximum number of open processes that a new run continues; the others count as ended. */
    private static final int MOST_OPEN = 10_000;

    private static final int MOST_USERS = 10_000;

    /**
     * The slices in the time span, and the share of each: a part of the time of its process in it. After the clock was
     * set, a slice may be outside of that time: then it is a part of the slice.
     */
    private static final String SLICES = ("(SELECT *, CASE WHEN at >= :from AND at + WIDTH <= :to THEN 1 ELSE"
                    + " (SELECT CASE WHEN min(at + WIDTH, seen_at + 1) > max(at, begun_at)"
                    + " THEN 1.0 * max(0, min(at + WIDTH, :to, seen_at + 1) - max(at, :from, begun_at))"
                    + " / (min(at + WIDTH, seen_at + 1) - max(at, begun_at))"
                    + " ELSE 1.0 * (min(at + WIDTH, :to) - max(at, :from)) / WIDTH END FROM process"
                    + " WHERE (gpu, pid, begun_at) = (slice.gpu, slice.pid, slice.begun_at)) END AS share"
                    + " FROM process_slice AS slice WHERE at > :from - WIDTH AND at < :to"
                    + " AND gpu IN (SELECT id FROM gpu WHERE uuid IN (:gpus)))")
            .replace("WIDTH", Long.toString(ProcessSlice.MILLIS));

    /** The sums of each process on the GPUs in the time span. */
    private static final String BY_PROCESS = "(SELECT gpu, pid, begun_at, "
            + AccountingTables.USE.stream()
                    .map((column) -> "sum(share * " + column + ") AS " + column)
                    .collect(Collectors.joining(", "))
            + " FROM " + SLICES + " WHERE share > 0 GROUP BY gpu, pid, begun_at";

    private static final String LONGEST = "SELECT process.*, uuid, used.* FROM " + BY_PROCESS + " ORDER BY seconds DESC"
            + " LIMIT " + Usage.MOST_PROCESSES + ") AS used JOIN process USING (gpu, pid, begun_at)"
            + " JOIN gpu ON gpu.id = used.gpu" + AccountingTables.OF_KNOWN_TYPES + " ORDER BY begun_at";

    private static final String USERS = "SELECT user, max(peak_memory) AS peak_memory, count(*) AS processes, "
            + sum(AccountingTables.USE.stream()) + " FROM " + BY_PROCESS
            + ") JOIN process USING (gpu, pid, begun_at) WHERE true" + AccountingTables.OF_KNOWN_TYPES
            + " GROUP BY user ORDER BY joules DESC LIMIT " + MOST_USERS;

    private final HistoryFile file;

    AccountingStore(HistoryFile file) {
        this.file = file;
    }

    /**
     * A time span and GPUs. Of a slice that exceeds the span, a part counts, as if the use had been even in it.
     *
     * @param from in epoch ms
     * @param to in epoch ms, exclusive
     * @param gpus UUIDs
     */
    public record UsageSpan(long from, long to, Set<String> gpus) {}

    /**
     * The usage of GPUs.
     *
     * @param longest at most {@link #MOST_PROCESSES}, those with the most time on a GPU, ordered by their start
     * @param users sums over all processes, most energy first
     */
    public record Usage(List<ProcessSums> longest, List<UserSums> users) {

        public static final int MOST_PROCESSES = 2000;
        public static final Usage NONE = new Usage(List.of(), List.of());
    }

    /**
     * The sums of one user.
     *
     * @param user null for all processes whose user is unknown
     * @param peakMemory of one process, in bytes; NaN when unknown
     * @param processes number of processes; one on two GPUs counts twice
     */
    public record UserSums(@Nullable String user, ProcessSlice.Use use, double peakMemory, int processes) {}

    /**
     * The sums of one GPU.
     *
     * @param sums without the seconds of gaps, but with the energy that the driver counted in them
     * @param reasons seconds by clocks event reason
     * @param unsampled the part of the seconds in which the GPU was not sampled, though other GPUs may have been
     */
    public record OccupancySums(String uuid, Sums sums, Map<Metric, Double> reasons, double unsampled) {

        /** Returns the sums of a GPU without rounds. */
        public static OccupancySums none(String uuid) {
            return new OccupancySums(uuid, new Sums(), Map.of(), 0);
        }
    }

    /** The sums of one process on one GPU in a time span. */
    public record ProcessSums(ProcessAccount process, ProcessSlice.Use use) {}

    /** Returns the state at the end of the previous run. */
    public AccountingState state() {
        List<ProcessAccount> open = this.file.query(
                (jdbc) -> jdbc.sql("SELECT process.*, gpu.uuid FROM process JOIN gpu ON gpu.id = process.gpu"
                                + AccountingTables.OF_KNOWN_TYPES
                                + " WHERE ended = 0 ORDER BY seen_at DESC LIMIT ?")
                        .param(MOST_OPEN)
                        .query((row, number) -> process(row))
                        .list());
        return new AccountingState(accounts(), open);
    }

    /** Returns the sums of GPUs since they were first seen, up to the last batch or the end of the previous run. */
    public List<GpuAccount> accounts() {
        return this.file.query((jdbc) -> jdbc.sql(
                        "SELECT account.*, gpu.uuid FROM account JOIN gpu ON gpu.id = account.gpu")
                .query((row, number) -> new GpuAccount(
                        row.getString("uuid"),
                        row.getLong("since"),
                        row.getLong("at"),
                        instant(row, "idle_since"),
                        number(row, "counter"),
                        sums(row)))
                .list());
    }

    /** Marks the processes as ended that exceed the number that a new run continues. */
    static void endForgotten(JdbcClient jdbc) {
        // NOT IN the others would compare each process with all of them, as SQLite looks for NULL.
        jdbc.sql("UPDATE process SET ended = 1 WHERE (gpu, pid, begun_at) IN (SELECT gpu, pid, begun_at FROM process"
                        + " WHERE ended = 0 ORDER BY seen_at DESC LIMIT -1 OFFSET ?)")
                .param(MOST_OPEN)
                .update();
    }

    /**
     * Returns the sums of each GPU with stored minutes in a time span.
     *
     * @param from in epoch ms, a multiple of a minute
     * @param to in epoch ms, exclusive
     */
    public List<OccupancySums> occupancy(long from, long to) {
        return this.file.query((jdbc) -> occupancy(jdbc, from, to));
    }

    private static List<OccupancySums> occupancy(JdbcClient jdbc, long from, long to) {
        Map<String, OccupancySums> byUuid = new LinkedHashMap<>();
        jdbc.sql("SELECT gpu.uuid, " + sum(AccountingTables.minuteColumns().stream())
                        + " FROM account_minute JOIN gpu ON gpu.id = account_minute.gpu"
                        + " WHERE at >= ? AND at < ? GROUP BY gpu.uuid")
                .params(from, to)
                .query((row) -> {
                    String uuid = row.getString("uuid");
                    byUuid.put(uuid, new OccupancySums(uuid, sums(row), reasons(row), row.getDouble("unsampled")));
                });
        // A gap that exceeds the time span counts with its share.
        jdbc.sql("SELECT uuid, sum(joules * (min(ended_at, :to) - max(begun_at, :from)) / (ended_at - begun_at))"
                        + " AS joules FROM gap JOIN gpu ON gpu.id = gap.gpu"
                        + " WHERE ended_at > :from AND begun_at < :to AND ended_at > begun_at GROUP BY uuid")
                .param("from", from)
                .param("to", to)
                .query((row) -> {
                    byUuid.computeIfAbsent(row.getString("uuid"), OccupancySums::none)
                            .sums()
                            .add(Occupancy.UNKNOWN, 0, row.getDouble("joules"));
                });
        return List.copyOf(byUuid.values());
    }

    /** Returns the processes on GPUs, and the sums of their users, computed by SQLite. */
    public Usage usage(UsageSpan span) {
        if (span.gpus().isEmpty()) {
            return Usage.NONE;
        }
        return this.file.query((jdbc) -> new Usage(
                jdbc.sql(LONGEST)
                        .paramSource(span)
                        .query((row, number) -> new ProcessSums(process(row), use(row)))
                        .list(),
                jdbc.sql(USERS)
                        .paramSource(span)
                        .query((row, number) -> new UserSums(
                                row.getString("user"), use(row), number(row, "peak_memory"), row.getInt("processes")))
                        .list()));
    }

    static String sum(Stream<String> columns) {
        return columns.map((column) -> "sum(" + column + ") AS " + column).collect(Collectors.joining(", "));
    }

    private static ProcessSlice.Use use(ResultSet row) throws SQLException {
        return new ProcessSlice.Use(
                row.getDouble("seconds"),
                row.getDouble("active"),
                row.getDouble("held_idle"),
                row.getDouble("told"),
                row.getDouble("utilization_seconds"),
                row.getDouble("exclusive"),
                row.getDouble("shared"),
                row.getDouble("joules"));
    }

    static Sums sums(ResultSet row) throws SQLException {
        Sums sums = new Sums();
        for (Occupancy occupancy : Occupancy.values()) {
            sums.add(occupancy, row.getDouble(occupancy.label()), row.getDouble(occupancy.label() + "_joules"));
        }
        return sums;
    }

    private static Map<Metric, Double> reasons(ResultSet row) throws SQLException {
        Map<Metric, Double> reasons = new EnumMap<>(Metric.class);
        for (Metric reason : AccountingTables.REASONS) {
            reasons.put(reason, row.getDouble(reason.key()));
        }
        return reasons;
    }

    static ProcessAccount process(ResultSet row) throws SQLException {
        return new ProcessAccount(
                new ProcessKey(row.getString("uuid"), row.getInt("pid"), row.getLong("begun_at")),
                row.getLong("seen_at"),
                row.getInt("ended") != 0,
                new ProcessAccount.Identity(
                        ProcessSample.Type.valueOf(row.getString("type")),
                        row.getString("name"),
                        row.getString("program"),
                        row.getString("user"),
                        instant(row, "started_at"),
                        id(row, "gpu_instance"),
                        id(row, "compute_instance"),
                        membership(row)),
                number(row, "peak_memory"));
    }

    private static Membership membership(ResultSet row) throws SQLException {
        String kind = row.getString("workload_kind");
        return new Membership(
                row.getString("group_id"),
                // A newer gpulse may know more kinds.
                Stream.of(Workload.Kind.values())
                        .filter((one) -> one.name().equals(kind))
                        .findFirst()
                        .orElse(null),
                row.getString("workload_system"),
                row.getString("workload_id"));
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        long at = row.getLong(column);
        return row.wasNull() ? null : Instant.ofEpochMilli(at);
    }

    private static @Nullable Integer id(ResultSet row, String column) throws SQLException {
        int id = row.getInt(column);
        return row.wasNull() ? null : id;
    }

    private static double number(ResultSet row, String column) throws SQLException {
        double value = row.getDouble(column);
        return row.wasNull() ? Double.NaN : value;
    }
}
