package io.gpulse.history.sqlite;

import io.gpulse.history.Tier;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import io.gpulse.rounds.StoredMetrics;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementCallback;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The samples of GPUs, of MIG instances or of the host in one tier, with one row per time and one column per metric.
 * The column of a metric is added when it is first present. Minutes and hours have two further columns per metric,
 * which are NULL where minimum and maximum equal the mean. Rows are ordered by time, the order of writing, so that
 * pages fill up.
 */
final class SampleTable {

    /** Number of rows per statement: a slow reader must not prevent the reset of the write-ahead log. */
    static final int PAGE = 5000;

    private final Scope scope;
    private final TimedTable table;
    private final StoredMetrics stored;
    private final Set<Metric> columns = EnumSet.noneOf(Metric.class);

    SampleTable(Scope scope, Tier tier) {
        this.scope = scope;
        String name = (scope.name() + "_" + tier.name()).toLowerCase(Locale.ROOT);
        this.table = new TimedTable(name, "at", tier, Long.MAX_VALUE);
        this.stored = StoredMetrics.of(scope);
    }

    Scope scope() {
        return this.scope;
    }

    TimedTable table() {
        return this.table;
    }

    private boolean ofSeveral() {
        return this.scope != Scope.HOST;
    }

    private boolean rolled() {
        return this.table.tier() != Tier.RAW;
    }

    void create(JdbcTemplate jdbc) {
        String samples = rolled() ? ", samples INTEGER NOT NULL" : "";
        jdbc.execute("CREATE TABLE IF NOT EXISTS " + this.table.name()
                + (ofSeveral()
                        ? " (at INTEGER NOT NULL, gpu INTEGER NOT NULL" + samples
                                + ", PRIMARY KEY (at, gpu)) WITHOUT ROWID"
                        : " (at INTEGER PRIMARY KEY" + samples + ")"));
        Set<String> present = new HashSet<>(
                jdbc.queryForList("SELECT name FROM pragma_table_info(?)", String.class, this.table.name()));
        this.columns.removeIf((metric) -> !present.contains(metric.key()));
        this.stored.all().stream()
                .filter((metric) -> present.contains(metric.key()))
                .forEach(this.columns::add);
    }

    /** Adds the columns of metrics that have none yet. */
    void ensureColumns(JdbcTemplate jdbc, Set<Metric> metrics) {
        metrics.stream()
                .filter(this.columns::add)
                .flatMap(this::columnsOf)
                .forEach((column) ->
                        jdbc.execute("ALTER TABLE " + this.table.name() + " ADD COLUMN " + column + " NUMERIC"));
    }

    /** Returns the metrics with a value in any of the rows. */
    static Set<Metric> present(Scope scope, List<SampleRow> rows) {
        List<Metric> stored = StoredMetrics.of(scope).all();
        return IntStream.range(0, stored.size())
                .filter((place) -> rows.stream().anyMatch((row) -> !Double.isNaN(row.avg()[place])))
                .mapToObj(stored::get)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Metric.class)));
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
        List<String> names =
                Stream.concat(keys(), metrics.stream().flatMap(this::columnsOf)).toList();
        String sql = "INSERT OR REPLACE INTO " + this.table.name() + " (" + String.join(", ", names) + ") VALUES ("
                + String.join(",", Collections.nCopies(names.size(), "?")) + ")";
        jdbc.execute(sql, (PreparedStatementCallback<Integer>) (statement) -> {
            for (SampleRow row : rows) {
                bind(statement, row, metrics);
                statement.executeUpdate();
            }
            return rows.size();
        });
    }

    private Stream<String> keys() {
        return Stream.of("at", ofSeveral() ? "gpu" : "", rolled() ? "samples" : "")
                .filter((key) -> !key.isEmpty());
    }

    private void bind(PreparedStatement statement, SampleRow row, List<Metric> metrics) throws SQLException {
        int next = 1;
        statement.setLong(next++, row.at());
        if (ofSeveral()) {
            statement.setLong(next++, row.gpu());
        }
        if (rolled()) {
            statement.setInt(next++, row.samples());
        }
        for (Metric metric : metrics) {
            int place = this.stored.place(metric);
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
        if (selected.gpus().isEmpty() || Collections.disjoint(selected.metrics(), this.columns)) {
            return;
        }
        String sql = select(selected, extremes);
        int width = selected.metrics().size();
        SampleRow last = SampleRow.of(Long.MAX_VALUE, selected.from() - 1, new double[0]);
        List<SampleRow> page;
        do {
            page = jdbc.sql(sql)
                    .param("at", last.at())
                    .param("gpu", last.gpu())
                    .param("to", selected.to())
                    .query((row, number) -> row(row, width, extremes))
                    .list();
            for (SampleRow row : page) {
                visitor.accept(row);
                last = row;
            }
        } while (page.size() == PAGE);
    }

    private String select(Rows selected, boolean extremes) {
        String values = selected.metrics().stream()
                .flatMap((metric) -> selected(metric, extremes))
                .collect(Collectors.joining(", "));
        String gpus = selected.gpus().stream().map(String::valueOf).collect(Collectors.joining(","));
        return "SELECT at, " + (ofSeveral() ? "gpu" : StoredGpus.HOST) + ", " + (extremes ? "samples" : "1") + ", "
                + values + " FROM " + this.table.name() + " WHERE at < :to AND "
                + (ofSeveral()
                        ? "(at, gpu) > (:at, :gpu) AND gpu IN (" + gpus + ") ORDER BY at, gpu"
                        : "at > :at ORDER BY at")
                + " LIMIT " + PAGE;
    }

    /** Returns the expressions for the mean, minimum and maximum of a metric, or the mean only. */
    private Stream<String> selected(Metric metric, boolean extremes) {
        if (!this.columns.contains(metric)) {
            return Collections.nCopies(extremes ? 3 : 1, "NULL").stream();
        }
        String mean = quoted(metric.key());
        return columnsOf(metric)
                .limit(extremes ? 3 : 1)
                .map((column) -> column.equals(mean) ? mean : "coalesce(" + column + ", " + mean + ")");
    }

    private static SampleRow row(ResultSet row, int width, boolean extremes) throws SQLException {
        int step = extremes ? 3 : 1;
        double[] avg = values(row, width, 4, step);
        return new SampleRow(
                row.getLong(2),
                row.getLong(1),
                row.getInt(3),
                extremes ? values(row, width, 5, step) : avg,
                avg,
                extremes ? values(row, width, 6, step) : avg);
    }

    private static double[] values(ResultSet row, int width, int first, int step) throws SQLException {
        double[] values = new double[width];
        for (int i = 0; i < width; i++) {
            double value = row.getDouble(first + i * step);
            values[i] = value == 0 && row.wasNull() ? Double.NaN : value;
        }
        return values;
    }

    /**
     * A selection of rows and columns.
     *
     * @param gpus numbers of GPUs or of MIG instances; ignored for the host
     * @param to exclusive
     */
    record Rows(Collection<Long> gpus, long from, long to, List<Metric> metrics) {}
}
