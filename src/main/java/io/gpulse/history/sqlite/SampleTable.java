package io.gpulse.history.sqlite;

import io.gpulse.history.StoredMetrics;
import io.gpulse.history.Tier;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementCallback;

/**
 * The samples of GPUs or of the machine in one tier, a row a moment and a column a metric. A metric gets its column
 * when it is first present. Minutes and hours have two columns more of each, which are NULL where minimum and maximum
 * are the mean.
 */
final class SampleTable {

    /** So many rows are read at once: who takes long to read must not hold back the write-ahead log. */
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

    Tier tier() {
        return this.tier;
    }

    private String name() {
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
                        ? "CREATE TABLE IF NOT EXISTS " + name() + " (gpu INTEGER NOT NULL, at INTEGER NOT NULL"
                                + samples + ", PRIMARY KEY (gpu, at)) WITHOUT ROWID"
                        : "CREATE TABLE IF NOT EXISTS " + name() + " (at INTEGER PRIMARY KEY" + samples + ")");
        Set<String> present =
                new HashSet<>(jdbc.queryForList("SELECT name FROM pragma_table_info(?)", String.class, name()));
        StoredMetrics.of(this.scope).all().stream()
                .filter((metric) -> present.contains(metric.key()))
                .forEach(this.columns::add);
    }

    /** Adds the columns of metrics that have none yet. */
    void ensureColumns(JdbcTemplate jdbc, Set<Metric> metrics) {
        for (Metric metric : metrics) {
            if (!this.columns.contains(metric)) {
                columnsOf(metric)
                        .forEach((column) -> jdbc.execute("ALTER TABLE " + name() + " ADD COLUMN " + column + " REAL"));
                this.columns.add(metric);
            }
        }
    }

    /** The metrics that it has columns of. */
    Set<Metric> columns() {
        return EnumSet.copyOf(this.columns);
    }

    boolean isEmpty() {
        return this.columns.isEmpty();
    }

    private Stream<String> columnsOf(Metric metric) {
        return rolled()
                ? Stream.of(quoted(metric.key()), quoted(metric.key() + ":min"), quoted(metric.key() + ":max"))
                : Stream.of(quoted(metric.key()));
    }

    private static String quoted(String column) {
        return '"' + column + '"';
    }

    /** Puts rows in the place of those of the same moments; their values are by place in {@link StoredMetrics}. */
    void insert(JdbcTemplate jdbc, List<SampleRow> rows) {
        List<Metric> metrics = List.copyOf(this.columns);
        String keys = (ofGpus() ? "gpu, " : "") + "at" + (rolled() ? ", samples" : "");
        String names = Stream.concat(Stream.of(keys), metrics.stream().flatMap(this::columnsOf))
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
        if (ofGpus()) {
            statement.setLong(next++, row.gpu());
        }
        statement.setLong(next++, row.at());
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

    /** Visits the rows of one subject with these metrics, the oldest first, page by page. */
    void read(JdbcTemplate jdbc, Rows wanted, Consumer<SampleRow> visitor) {
        List<Metric> known =
                wanted.metrics().stream().filter(this.columns::contains).toList();
        if (known.isEmpty()) {
            return;
        }
        String names = known.stream().flatMap(this::columnsOf).collect(Collectors.joining(", "));
        String sql = "SELECT at" + (rolled() ? ", samples, " : ", ") + names + " FROM " + name() + " WHERE "
                + (ofGpus() ? "gpu = ? AND " : "") + "at >= ? AND at < ? ORDER BY at LIMIT " + PAGE;
        int[] places = wanted.metrics().stream()
                .mapToInt((metric) -> known.indexOf(metric))
                .toArray();
        long from = wanted.from();
        List<SampleRow> page;
        do {
            long start = from;
            page = jdbc.query(
                    sql, (row, number) -> row(row, wanted.gpu(), places), keyed(wanted.gpu(), start, wanted.to()));
            page.forEach(visitor);
            from = page.isEmpty() ? from : page.get(page.size() - 1).at() + 1;
        } while (page.size() == PAGE);
    }

    private Object[] keyed(long gpu, Object... rest) {
        return ofGpus()
                ? Stream.concat(Stream.of((Object) gpu), Stream.of(rest)).toArray()
                : rest;
    }

    private SampleRow row(ResultSet row, long gpu, int[] places) throws SQLException {
        int first = rolled() ? 3 : 2;
        int width = rolled() ? 3 : 1;
        double[] avg = new double[places.length];
        double[] min = rolled() ? new double[places.length] : avg;
        double[] max = rolled() ? new double[places.length] : avg;
        for (int i = 0; i < places.length; i++) {
            int column = first + places[i] * width;
            avg[i] = places[i] < 0 ? Double.NaN : number(row, column, Double.NaN);
            if (rolled()) {
                min[i] = places[i] < 0 ? Double.NaN : number(row, column + 1, avg[i]);
                max[i] = places[i] < 0 ? Double.NaN : number(row, column + 2, avg[i]);
            }
        }
        return new SampleRow(gpu, row.getLong(1), rolled() ? row.getInt(2) : 1, min, avg, max);
    }

    private static double number(ResultSet row, int column, double otherwise) throws SQLException {
        double value = row.getDouble(column);
        return value == 0 && row.wasNull() ? otherwise : value;
    }

    /** The first moment of a subject from this one on. */
    OptionalLong firstFrom(JdbcTemplate jdbc, long gpu, long from) {
        return moment(jdbc, "min", "at >= ?", keyed(gpu, from));
    }

    /** The last moment of a subject before this one. */
    OptionalLong lastBefore(JdbcTemplate jdbc, long gpu, long to) {
        return moment(jdbc, "max", "at < ?", keyed(gpu, to));
    }

    private OptionalLong moment(JdbcTemplate jdbc, String which, String where, Object[] keys) {
        String sql = "SELECT " + which + "(at) FROM " + name() + " WHERE " + (ofGpus() ? "gpu = ? AND " : "") + where;
        Long at = jdbc.queryForObject(sql, Long.class, keys);
        return at == null ? OptionalLong.empty() : OptionalLong.of(at);
    }

    int deleteBefore(JdbcTemplate jdbc, long gpu, long limit) {
        return jdbc.update(
                "DELETE FROM " + name() + " WHERE " + (ofGpus() ? "gpu = ? AND " : "") + "at < ?", keyed(gpu, limit));
    }

    /** Which rows of a subject are wanted, and what of them. */
    record Rows(long gpu, long from, long to, List<Metric> metrics) {

        Rows {
            metrics = new ArrayList<>(metrics);
        }
    }
}
