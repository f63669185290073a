package io.gpulse.history.sqlite;

import io.gpulse.device.ProcessSample;
import io.gpulse.history.AccountingStore.OccupancySums;
import io.gpulse.history.accounting.AccountingState;
import io.gpulse.history.accounting.GpuAccount;
import io.gpulse.history.accounting.Occupancy;
import io.gpulse.history.accounting.ProcessAccount;
import io.gpulse.history.accounting.ProcessKey;
import io.gpulse.history.accounting.Sums;
import io.gpulse.metric.Metric;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** Reads what {@link AccountingTables} wrote. */
final class AccountingReader {

    /** Maximum number of processes that a new run goes on with; all others have ended. */
    private static final int MOST_OPEN = 10_000;

    private AccountingReader() {}

    static AccountingState state(JdbcTemplate jdbc) {
        List<ProcessAccount> open = jdbc.query(
                "SELECT process.*, gpu.uuid FROM process JOIN gpu ON gpu.id = process.gpu"
                        + AccountingTables.OF_KNOWN_TYPES + " WHERE ended = 0 ORDER BY seen_at DESC LIMIT ?",
                (row, number) -> process(row),
                MOST_OPEN);
        return new AccountingState(accounts(jdbc), open);
    }

    static List<GpuAccount> accounts(JdbcTemplate jdbc) {
        return jdbc.query(
                "SELECT account.*, gpu.uuid FROM account JOIN gpu ON gpu.id = account.gpu",
                (row, number) -> new GpuAccount(
                        row.getString("uuid"),
                        row.getLong("since"),
                        row.getLong("at"),
                        moment(row, "idle_since"),
                        number(row, "counter"),
                        sums(row)));
    }

    /** Ends the processes that are too many for a new run to go on with. */
    static void endForgotten(JdbcTemplate jdbc) {
        jdbc.update(
                "UPDATE process SET ended = 1 WHERE ended = 0 AND (gpu, pid, begun_at) NOT IN"
                        + " (SELECT gpu, pid, begun_at FROM process WHERE ended = 0 ORDER BY seen_at DESC LIMIT ?)",
                MOST_OPEN);
    }

    static List<OccupancySums> occupancy(JdbcTemplate jdbc, long from, long to) {
        String sums = Stream.concat(
                        AccountingTables.SUMS.stream(),
                        AccountingTables.REASONS.stream().map((reason) -> '"' + reason.key() + '"'))
                .map((column) -> "sum(account_minute." + column + ") AS " + column)
                .collect(Collectors.joining(", "));
        Map<String, OccupancySums> byUuid = new LinkedHashMap<>();
        jdbc.query(
                "SELECT gpu.uuid, " + sums + " FROM account_minute JOIN gpu ON gpu.id = account_minute.gpu"
                        + " WHERE at >= ? AND at < ? GROUP BY gpu.uuid",
                (row) -> {
                    String uuid = row.getString("uuid");
                    byUuid.put(uuid, new OccupancySums(uuid, sums(row), reasons(row)));
                },
                from,
                to);
        addGaps(jdbc, byUuid, from, to);
        return List.copyOf(byUuid.values());
    }

    /** Of a gap that is longer than the time that is asked for, its part. */
    private static void addGaps(JdbcTemplate jdbc, Map<String, OccupancySums> byUuid, long from, long to) {
        jdbc.query(
                "SELECT uuid, sum(joules * (min(ended_at, ?2) - max(begun_at, ?1)) / (ended_at - begun_at)) AS joules"
                        + " FROM gap JOIN gpu ON gpu.id = gap.gpu"
                        + " WHERE ended_at > ?1 AND begun_at < ?2 AND ended_at > begun_at GROUP BY uuid",
                (row) -> {
                    byUuid.computeIfAbsent(
                                    row.getString("uuid"), (uuid) -> new OccupancySums(uuid, new Sums(), Map.of()))
                            .sums()
                            .add(Occupancy.UNKNOWN, 0, row.getDouble("joules"));
                },
                from,
                to);
    }

    private static Sums sums(ResultSet row) throws SQLException {
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
                        row.getString("user"),
                        moment(row, "started_at")),
                number(row, "peak_memory"));
    }

    private static @Nullable Instant moment(ResultSet row, String column) throws SQLException {
        long at = row.getLong(column);
        return row.wasNull() ? null : Instant.ofEpochMilli(at);
    }

    static double number(ResultSet row, String column) throws SQLException {
        double value = row.getDouble(column);
        return row.wasNull() ? Double.NaN : value;
    }
}
