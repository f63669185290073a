package io.gpulse.history.sqlite;

import io.gpulse.device.ProcessSample;
import io.gpulse.history.accounting.AccountingUpdate;
import io.gpulse.history.accounting.Gap;
import io.gpulse.history.accounting.GpuAccount;
import io.gpulse.history.accounting.MinuteAccount;
import io.gpulse.history.accounting.Occupancy;
import io.gpulse.history.accounting.ProcessAccount;
import io.gpulse.history.accounting.ProcessKey;
import io.gpulse.history.accounting.ProcessSlice;
import io.gpulse.history.accounting.Sums;
import io.gpulse.metric.Metric;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** Writes occupancy, energy and processes of GPUs. Rows refer to GPUs by the numbers of {@link StoredGpus}. */
final class AccountingTables {

    /** Seconds and joules by occupancy, in the order of {@link #columns}. */
    static final List<String> SUMS = Stream.of(Occupancy.values())
            .flatMap((occupancy) -> Stream.of(occupancy.label(), occupancy.label() + "_joules"))
            .toList();

    static final List<String> USE =
            List.of("seconds", "active", "held_idle", "told", "utilization_seconds", "exclusive", "shared", "joules");

    /** The clocks event reasons. */
    static final List<Metric> REASONS = MinuteAccount.REASONS.stream().sorted().toList();

    /** One year of 18 GPUs. */
    private static final long MOST_MINUTES = 10_000_000;

    private static final long MOST_GAPS = 100_000;

    /** Processes, and ten-minute slices of processes: 115 processes that run for thirty days. */
    private static final long MOST_PROCESS_ROWS = 500_000;

    /** Leaves out processes of types that only a newer gpulse knows. */
    static final String OF_KNOWN_TYPES = " AND process.type IN ("
            + Stream.of(ProcessSample.Type.values())
                    .map((type) -> "'" + type.name() + "'")
                    .collect(Collectors.joining(", "))
            + ")";

    static final List<TimedTable> TABLES = List.of(
            new TimedTable("account_minute", "at", MOST_MINUTES),
            new TimedTable("gap", "ended_at", MOST_GAPS),
            new TimedTable("process_slice", "at", MOST_PROCESS_ROWS),
            new TimedTable("process", "seen_at", MOST_PROCESS_ROWS));

    private static final String MINUTES = adding("account_minute", List.of("gpu", "at"), minuteColumns());
    private static final String SLICES = adding("process_slice", List.of("gpu", "at", "pid", "begun_at"), USE);
    private static final String GAPS = insert("INSERT", "gap", List.of("gpu", "begun_at", "ended_at", "joules"));
    private static final String ACCOUNTS = replacing(
            "account", Stream.concat(Stream.of("gpu", "since", "at", "idle_since", "counter"), SUMS.stream()));
    private static final String PROCESSES = replacing(
            "process",
            Stream.of(
                    "gpu", "pid", "begun_at", "seen_at", "ended", "type", "name", "user", "started_at", "peak_memory"));

    private final StoredGpus gpus;

    AccountingTables(StoredGpus gpus) {
        this.gpus = gpus;
    }

    static List<String> minuteColumns() {
        return Stream.concat(SUMS.stream(), REASONS.stream().map((reason) -> '"' + reason.key() + '"'))
                .toList();
    }

    private static String adding(String table, List<String> keys, List<String> columns) {
        String sums = columns.stream()
                .map((column) -> column + " = " + column + " + excluded." + column)
                .collect(Collectors.joining(", "));
        return insert(
                        "INSERT",
                        table,
                        Stream.concat(keys.stream(), columns.stream()).toList()) + " ON CONFLICT ("
                + String.join(", ", keys) + ") DO UPDATE SET " + sums;
    }

    private static String replacing(String table, Stream<String> columns) {
        return insert("INSERT OR REPLACE", table, columns.toList());
    }

    private static String insert(String how, String table, List<String> columns) {
        String marks = columns.stream().map((column) -> "?").collect(Collectors.joining(", "));
        return how + " INTO " + table + " (" + String.join(", ", columns) + ") VALUES (" + marks + ")";
    }

    void create(JdbcTemplate jdbc) {
        jdbc.execute("CREATE TABLE IF NOT EXISTS account (gpu INTEGER PRIMARY KEY, since INTEGER NOT NULL,"
                + " at INTEGER NOT NULL, idle_since INTEGER, counter NUMERIC, " + numeric(SUMS) + ")");
        jdbc.execute("CREATE TABLE IF NOT EXISTS account_minute (at INTEGER NOT NULL, gpu INTEGER NOT NULL, "
                + numeric(minuteColumns()) + ", PRIMARY KEY (at, gpu)) WITHOUT ROWID");
        jdbc.execute("CREATE TABLE IF NOT EXISTS gap (gpu INTEGER NOT NULL, begun_at INTEGER NOT NULL,"
                + " ended_at INTEGER NOT NULL, joules NUMERIC)");
        jdbc.execute("CREATE TABLE IF NOT EXISTS process (gpu INTEGER NOT NULL, pid INTEGER NOT NULL,"
                + " begun_at INTEGER NOT NULL, seen_at INTEGER NOT NULL, ended INTEGER NOT NULL, type TEXT NOT NULL,"
                + " name TEXT, user TEXT, started_at INTEGER, peak_memory NUMERIC,"
                + " PRIMARY KEY (gpu, pid, begun_at)) WITHOUT ROWID");
        jdbc.execute("CREATE TABLE IF NOT EXISTS process_slice (at INTEGER NOT NULL, gpu INTEGER NOT NULL,"
                + " pid INTEGER NOT NULL, begun_at INTEGER NOT NULL, " + numeric(USE)
                + ", PRIMARY KEY (at, gpu, pid, begun_at)) WITHOUT ROWID");
        addColumns(jdbc);
    }

    private static String numeric(List<String> columns) {
        return columns.stream()
                .map((column) -> column + " NUMERIC NOT NULL DEFAULT 0")
                .collect(Collectors.joining(", "));
    }

    /** Adds the columns of reasons that the gpulse that wrote the file did not know. */
    private static void addColumns(JdbcTemplate jdbc) {
        Set<String> present =
                Set.copyOf(jdbc.queryForList("SELECT name FROM pragma_table_info('account_minute')", String.class));
        REASONS.stream()
                .filter((reason) -> !present.contains(reason.key()))
                .forEach((reason) -> jdbc.execute(
                        "ALTER TABLE account_minute ADD COLUMN " + numeric(List.of('"' + reason.key() + '"'))));
    }

    void write(JdbcTemplate jdbc, AccountingUpdate update) {
        write(jdbc, ACCOUNTS, update.accounts().stream().flatMap(this::row));
        write(jdbc, MINUTES, update.minutes().stream().flatMap(this::row));
        write(jdbc, GAPS, update.gaps().stream().flatMap(this::row));
        write(jdbc, PROCESSES, update.processes().stream().flatMap(this::row));
        write(jdbc, SLICES, update.slices().stream().flatMap(this::row));
    }

    private static void write(JdbcTemplate jdbc, String sql, Stream<Object[]> rows) {
        jdbc.batchUpdate(sql, rows.toList());
    }

    private Stream<Object[]> row(GpuAccount account) {
        return row(
                account.uuid(), account.since(), account.at(), account.idleSince(), account.counter(), account.sums());
    }

    private Stream<Object[]> row(MinuteAccount minute) {
        return row(minute.uuid(), minute.at(), minute.sums(), minute.reasons());
    }

    private Stream<Object[]> row(Gap gap) {
        return row(gap.uuid(), gap.from(), gap.to(), gap.joules());
    }

    private Stream<Object[]> row(ProcessAccount process) {
        ProcessAccount.Identity identity = process.identity();
        return row(
                process.key().uuid(),
                process.key().pid(),
                process.key().beganAt(),
                process.seenAt(),
                process.ended() ? 1 : 0,
                identity.type().name(),
                identity.name(),
                identity.user(),
                identity.startedAt(),
                process.peakMemory());
    }

    private Stream<Object[]> row(ProcessSlice slice) {
        ProcessKey key = slice.process();
        ProcessSlice.Use use = slice.use();
        return row(
                key.uuid(),
                slice.at(),
                key.pid(),
                key.beganAt(),
                use.seconds(),
                use.activeSeconds(),
                use.heldIdleSeconds(),
                use.reportedSeconds(),
                use.utilization(),
                use.exclusiveSeconds(),
                use.sharedSeconds(),
                use.joules());
    }

    /** Returns a row with the number of the GPU first, or nothing for a GPU without stored samples. */
    private Stream<Object[]> row(String uuid, @Nullable Object... values) {
        return this.gpus.number(uuid).stream()
                .map((gpu) -> Stream.concat(
                                Stream.of(gpu), Arrays.stream(values).flatMap(AccountingTables::columns))
                        .toArray());
    }

    private static Stream<@Nullable Object> columns(@Nullable Object value) {
        if (value instanceof Sums sums) {
            return Stream.of(Occupancy.values())
                    .flatMap((occupancy) -> Stream.of(sums.seconds(occupancy), sums.joules(occupancy)));
        }
        if (value instanceof Map<?, ?> reasons) {
            return REASONS.stream().map((reason) -> reasons.containsKey(reason) ? reasons.get(reason) : 0.0);
        }
        if (value instanceof Instant time) {
            return Stream.of(time.toEpochMilli());
        }
        return Stream.of(value instanceof Double number && number.isNaN() ? null : value);
    }
}
