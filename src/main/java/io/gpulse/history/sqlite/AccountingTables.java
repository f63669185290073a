package io.gpulse.history.sqlite;

import io.gpulse.device.ProcessSample;
import io.gpulse.history.Tier;
import io.gpulse.history.accounting.AccountingUpdate;
import io.gpulse.history.accounting.GpuUse;
import io.gpulse.history.accounting.Occupancy;
import io.gpulse.history.accounting.Sums;
import io.gpulse.history.accounting.UseSeconds;
import io.gpulse.metric.Metric;
import io.gpulse.rounds.Rows;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.util.ReflectionUtils;

/**
 * Writes occupancy, energy and processes of GPUs. Rows refer to GPUs by the numbers of {@link StoredGpus}. The columns
 * of a statement are in the order of the components of its record and of their components.
 */
final class AccountingTables {

    /** Seconds and joules by occupancy, in the order of {@link #columns}. */
    static final List<String> SUMS = Stream.of(Occupancy.values())
            .flatMap((occupancy) -> Stream.of(occupancy.label(), occupancy.label() + "_joules"))
            .toList();

    static final List<String> USE =
            List.of("seconds", "active", "held_idle", "told", "utilization_seconds", "exclusive", "shared", "joules");

    /** The clocks event reasons. */
    static final List<Metric> REASONS = Rows.REASONS.stream().sorted().toList();

    /** The seconds of states that are part of an occupancy, and those without a sample. */
    static final List<String> USES = Stream.concat(GpuUse.DIVIDED.stream().map(GpuUse::label), Stream.of("unsampled"))
            .toList();

    /** One year of 18 GPUs. */
    private static final long MOST_MINUTES = 10_000_000;

    private static final long MOST_GAPS = 100_000;

    /** Processes, and ten-minute slices of processes: 115 processes that run for thirty days. */
    private static final long MOST_PROCESS_ROWS = 500_000;

    /** A day of 16 GPUs whose state changes every second. */
    private static final long MOST_RUNS = 1_400_000;

    /** The accessors of records: the JVM returns new objects for each request, each with code of its own. */
    private static final ClassValue<List<Method>> ACCESSORS = new ClassValue<>() {

        @Override
        protected List<Method> computeValue(Class<?> row) {
            return Arrays.stream(row.getRecordComponents())
                    .map(RecordComponent::getAccessor)
                    .toList();
        }
    };

    /** Leaves out processes of types that only a newer gpulse knows. */
    static final String OF_KNOWN_TYPES = " AND process.type IN ("
            + Stream.of(ProcessSample.Type.values())
                    .map((type) -> "'" + type.name() + "'")
                    .collect(Collectors.joining(", "))
            + ")";

    static final List<TimedTable> TABLES = List.of(
            new TimedTable("account_minute", "at", MOST_MINUTES),
            new TimedTable("state_run", "begun_at", Tier.RAW, MOST_RUNS),
            new TimedTable("gap", "ended_at", MOST_GAPS),
            new TimedTable("process_slice", "at", MOST_PROCESS_ROWS),
            new TimedTable("process", "seen_at", MOST_PROCESS_ROWS));

    private static final String MINUTES = adding("account_minute", List.of("gpu", "at"), minuteColumns());
    private static final String SLICES = adding("process_slice", List.of("gpu", "pid", "begun_at", "at"), USE);
    private static final String GAPS = insert("INSERT", "gap", List.of("gpu", "begun_at", "ended_at", "joules"));
    private static final String ACCOUNTS = replacing(
            "account", Stream.concat(Stream.of("gpu", "since", "at", "idle_since", "counter"), SUMS.stream()));
    private static final String PROCESSES = replacing(
            "process",
            Stream.of(
                    "gpu",
                    "pid",
                    "begun_at",
                    "seen_at",
                    "ended",
                    "type",
                    "name",
                    "program",
                    "user",
                    "started_at",
                    "gpu_instance",
                    "compute_instance",
                    "group_id",
                    "workload_kind",
                    "workload_system",
                    "workload_id",
                    "peak_memory"));

    private static final String RUNS =
            replacing("state_run", Stream.of("gpu", "begun_at", "ended_at", "state", "cause"));

    private final StoredGpus gpus;

    AccountingTables(StoredGpus gpus) {
        this.gpus = gpus;
    }

    static List<String> minuteColumns() {
        Stream<String> reasons = REASONS.stream().map((reason) -> '"' + reason.key() + '"');
        return Stream.of(SUMS.stream(), reasons, USES.stream())
                .flatMap((columns) -> columns)
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
        jdbc.execute("CREATE TABLE IF NOT EXISTS state_run (begun_at INTEGER NOT NULL, gpu INTEGER NOT NULL,"
                + " ended_at INTEGER NOT NULL, state TEXT NOT NULL, cause TEXT,"
                + " PRIMARY KEY (begun_at, gpu)) WITHOUT ROWID");
        jdbc.execute("CREATE TABLE IF NOT EXISTS gap (gpu INTEGER NOT NULL, begun_at INTEGER NOT NULL,"
                + " ended_at INTEGER NOT NULL, joules NUMERIC)");
        jdbc.execute("CREATE TABLE IF NOT EXISTS process (gpu INTEGER NOT NULL, pid INTEGER NOT NULL,"
                + " begun_at INTEGER NOT NULL, seen_at INTEGER NOT NULL, ended INTEGER NOT NULL, type TEXT NOT NULL,"
                + " name TEXT, program TEXT, user TEXT, started_at INTEGER, gpu_instance INTEGER,"
                + " compute_instance INTEGER, peak_memory NUMERIC,"
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

    /** Adds the columns that the gpulse that wrote the file did not know; sums are 0 in its minutes. */
    private static void addColumns(JdbcTemplate jdbc) {
        Set<String> ofProcesses = columnsOf("process", jdbc);
        Stream.of(
                        "program TEXT",
                        "gpu_instance INTEGER",
                        "compute_instance INTEGER",
                        "group_id TEXT",
                        "workload_kind TEXT",
                        "workload_system TEXT",
                        "workload_id TEXT")
                .filter((column) -> !ofProcesses.contains(column.split(" ")[0]))
                .forEach((column) -> jdbc.execute("ALTER TABLE process ADD COLUMN " + column));
        addColumns("account_minute", minuteColumns(), jdbc);
        addColumns("account", SUMS, jdbc);
    }

    private static void addColumns(String table, List<String> columns, JdbcTemplate jdbc) {
        Set<String> present = columnsOf(table, jdbc);
        columns.stream()
                .filter((column) -> !present.contains(column.replace("\"", "")))
                .forEach((column) -> jdbc.execute("ALTER TABLE " + table + " ADD COLUMN " + numeric(List.of(column))));
    }

    private static Set<String> columnsOf(String table, JdbcTemplate jdbc) {
        return Set.copyOf(jdbc.queryForList("SELECT name FROM pragma_table_info('" + table + "')", String.class));
    }

    void write(JdbcTemplate jdbc, AccountingUpdate update) {
        write(jdbc, ACCOUNTS, update.accounts());
        write(jdbc, MINUTES, update.minutes());
        write(jdbc, GAPS, update.gaps());
        write(jdbc, PROCESSES, update.processes());
        write(jdbc, SLICES, update.slices());
        write(jdbc, RUNS, update.runs());
    }

    private void write(JdbcTemplate jdbc, String sql, List<? extends Record> rows) {
        jdbc.batchUpdate(sql, rows.stream().flatMap(this::row).toList());
    }

    /** Returns the columns, with the number of the GPU in place of its UUID; nothing without stored samples of it. */
    private Stream<Object[]> row(Record row) {
        List<@Nullable Object> columns = columns(row).toList();
        return this.gpus.number(String.valueOf(columns.get(0))).stream()
                .map((gpu) ->
                        Stream.concat(Stream.of(gpu), columns.stream().skip(1)).toArray());
    }

    private static Stream<@Nullable Object> columns(@Nullable Object value) {
        if (value instanceof Record row) {
            return ACCESSORS.get(row.getClass()).stream()
                    .flatMap((accessor) -> columns(ReflectionUtils.invokeMethod(accessor, row)));
        }
        if (value instanceof Sums sums) {
            return Stream.of(Occupancy.values())
                    .flatMap((occupancy) -> Stream.of(sums.seconds(occupancy), sums.joules(occupancy)));
        }
        if (value instanceof UseSeconds uses) {
            return Stream.concat(GpuUse.DIVIDED.stream().map(uses::of), Stream.of(uses.unsampled()));
        }
        if (value instanceof Map<?, ?> reasons) {
            return REASONS.stream().map((reason) -> reasons.containsKey(reason) ? reasons.get(reason) : 0.0);
        }
        if (value instanceof Instant time) {
            return Stream.of(time.toEpochMilli());
        }
        if (value instanceof Enum<?> constant) {
            return Stream.of(constant.name());
        }
        return Stream.of(value instanceof Double number && number.isNaN() ? null : value);
    }
}
