package io.gpulse.history.sqlite;

import io.gpulse.history.StoredMetrics;
import io.gpulse.history.Tier;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementCallback;
import org.springframework.jdbc.core.ResultSetExtractor;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The samples of GPUs or of the host in one tier, with one row per time and one column per metric. The column of a
 * metric is added when it is first present. Minutes and hours have two further columns per metric, which are NULL where
 * minimum and maximum equal the mean. Rows are ordered by time, the order of writing, so that pages fill up.
 */
final class SampleTable implements TimedTable {

    /** Number of rows per statement: a slow reader must not prevent the reset of the write-ahead log. */
    static final int PAGE = 5000;

    private final Scope scope;
    private final Tier tier;
    private final Set<Metric> columns = EnumSet.noneOf(Metric.class);

    SampleTable(Scope scope, Tier tier) {
        this.scope = scope;
        this.tier = tier;
    }

    Scope scope() {
        return this.scope;
    }

    @Override
    public Tier tier() {
        return this.tier;
    }

    @Override
    public String name() {
        return (this.scope.name() + "_" + this.tier.name()).toLowerCase(Locale.ROOT);
    }

    private boolean ofGpus() {
        return this.scope == Scope.GPU;
    }

    private boolean rolled() {
        return this.tier != Tier.RAW;
    }

    void create(JdbcTemplate jdbc) {
        String samples = rolled() ? ", samples INTEGER NOT NULL" : "";
        jdbc.execute(
                ofGpus()
                        ? "CREATE TABLE IF NOT EXISTS " + name() + " (at INTEGER NOT NULL, gpu INTEGER NOT NULL"
                                + samples + ", PRIMARY KEY (at, gpu)) WITHOUT ROWID"
                        : "CREATE TABLE IF NOT EXISTS " + name() + " (at INTEGER PRIMARY KEY" + samples + ")");
        Set<String> present =
                new HashSet<>(jdbc.queryForList("SELECT name FROM pragma_table_info(?)", String.class, name()));
        this.columns.removeIf((metric) -> !present.contains(metric.key()));
        StoredMetrics.of(this.scope).all().stream()
                .filter((metric) -> present.contains(metric.key()))
                .forEach(this.columns::add);
    }

    /** Adds the columns of metrics that have none yet. */
    void ensureColumns(JdbcTemplate jdbc, Set<Metric> metrics) {
        for (Metric metric : metrics) {
            if (!this.columns.contains(metric)) {
                columnsOf(metric)
                        .forEach((column) ->
                                jdbc.execute("ALTER TABLE " + name() + " ADD COLUMN " + column + " NUMERIC"));
                this.columns.add(metric);
            }
        }
    }

    /** Returns the metrics that have a column. */
    Set<Metric> columns() {
        return EnumSet.copyOf(this.columns);
    }

    boolean isEmpty() {
        return this.columns.isEmpty();
    }

    /** Names the columns of a metric. Their type NUMERIC stores whole numbers in few bytes; REAL always takes eight. */
    private Stream<String> columnsOf(Metric metric) {
        return rolled()
                ? Stream.of(quoted(metric.key()), quoted(metric.key() + ":min"), quoted(metric.key() + ":max"))
                : Stream.of(quoted(metric.key()));
    }

    private static String quoted(String column) {
        return '"' + column + '"';
    }

    /** Inserts or replaces rows, whose values are in the order of {@link StoredMetrics}. */
    void insert(JdbcTemplate jdbc, List<SampleRow> rows) {
        List<Metric> metrics = List.copyOf(this.columns);
        String names = Stream.concat(Stream.of(keys()), metrics.stream().flatMap(this::columnsOf))
                .collect(Collectors.joining(", "));
        String marks = Stream.generate(() -> "?")
                .limit(names.chars().filter((letter) -> letter == ',').count() + 1)
                .collect(Collectors.joining(","));
        String sql = "INSERT OR REPLACE INTO " + name() + " (" + names + ") VALUES (" + marks + ")";
        jdbc.execute(sql, (PreparedStatementCallback<Integer>) (statement) -> {
            for (SampleRow row : rows) {
                bind(statement, row, metrics);
                statement.executeUpdate();
            }
            return rows.size();
        });
    }

    private void bind(PreparedStatement statement, SampleRow row, List<Metric> metrics) throws SQLException {
        int next = 1;
        statement.setLong(next++, row.at());
        if (ofGpus()) {
            statement.setLong(next++, row.gpu());
        }
        if (rolled()) {
            statement.setInt(next++, row.samples());
        }
        StoredMetrics stored = StoredMetrics.of(this.scope);
        for (Metric metric : metrics) {
            int place = stored.place(metric);
            double avg = row.avg()[place];
            bind(statement, next++, avg);
            if (rolled()) {
                bind(statement, next++, differing(row.min()[place], avg));
                bind(statement, next++, differing(row.max()[place], avg));
            }
        }
    }

    private static double differing(double extreme, double avg) {
        return extreme == avg ? Double.NaN : extreme;
    }

    private static void bind(PreparedStatement statement, int index, double value) throws SQLException {
        if (Double.isNaN(value)) {
            statement.setNull(index, Types.REAL);
        } else {
            statement.setDouble(index, value);
        }
    }

    /** Visits rows, the oldest first, page by page. */
    void read(JdbcClient jdbc, Rows selected, Consumer<SampleRow> visitor) {
        read(jdbc, selected, rolled(), visitor);
    }

    /** Visits rows without minimum and maximum. */
    void readMeans(JdbcClient jdbc, Rows selected, Consumer<SampleRow> visitor) {
        read(jdbc, selected, false, visitor);
    }

    private void read(JdbcClient jdbc, Rows selected, boolean extremes, Consumer<SampleRow> visitor) {
        List<Metric> known =
                selected.metrics().stream().filter(this.columns::contains).toList();
        if (known.isEmpty() || selected.gpus().isEmpty()) {
            return;
        }
        String names = known.stream()
                .flatMap((metric) -> extremes ? columnsOf(metric) : Stream.of(quoted(metric.key())))
                .collect(Collectors.joining(", "));
        String sql = "SELECT at" + (ofGpus() ? ", gpu" : "") + (extremes ? ", samples, " : ", ") + names + " FROM "
                + name() + " WHERE " + condition(selected) + " LIMIT " + PAGE;
        RowReader reader = new RowReader(ofGpus(), extremes, selected.metrics(), known);
        RowReader.Page page = new RowReader.Page(selected.from() - 1, Long.MAX_VALUE, 0);
        do {
            Object[] after = ofGpus()
                    ? new Object[] {page.at(), page.gpu(), selected.to()}
                    : new Object[] {page.at(), selected.to()};
            RowReader.Page last = page;
            ResultSetExtractor<RowReader.Page> all = (rows) -> reader.readAll(rows, visitor, last);
            page = jdbc.sql(sql).params(after).query(all);
        } while (page != null && page.rows() == PAGE);
    }

    private String condition(Rows selected) {
        if (!ofGpus()) {
            return "at > ? AND at < ? ORDER BY at";
        }
        String numbers = selected.gpus().stream().map(String::valueOf).collect(Collectors.joining(","));
        return "(at, gpu) > (?, ?) AND at < ? AND gpu IN (" + numbers + ") ORDER BY at, gpu";
    }

    private String keys() {
        return "at" + (ofGpus() ? ", gpu" : "") + (rolled() ? ", samples" : "");
    }

    /**
     * A selection of rows and columns.
     *
     * @param gpus numbers of GPUs; ignored for the host
     * @param to exclusive
     */
    record Rows(Collection<Long> gpus, long from, long to, List<Metric> metrics) {

        Rows {
            gpus = List.copyOf(gpus);
            metrics = List.copyOf(metrics);
        }
    }
}
