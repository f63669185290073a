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

/**
 * The samples of GPUs or of the machine in one tier, a row a moment and a column a metric. A metric gets its column
 * when it is first present. Minutes and hours have two columns more of each, which are NULL where minimum and maximum
 * are the mean. Rows are in the order of time, which is that of writing, so that pages become full.
 */
final class SampleTable implements TimedTable {

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

    /** The metrics that it has columns of. */
    Set<Metric> columns() {
        return EnumSet.copyOf(this.columns);
    }

    boolean isEmpty() {
        return this.columns.isEmpty();
    }

    /** NUMERIC takes as few bytes as a whole number needs; REAL always eight. */
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
    void read(JdbcTemplate jdbc, Rows wanted, Consumer<SampleRow> visitor) {
        read(jdbc, wanted, rolled(), visitor);
    }

    /** The same without extremes. */
    void readMeans(JdbcTemplate jdbc, Rows wanted, Consumer<SampleRow> visitor) {
        read(jdbc, wanted, false, visitor);
    }

    private void read(JdbcTemplate jdbc, Rows wanted, boolean extremes, Consumer<SampleRow> visitor) {
        List<Metric> known =
                wanted.metrics().stream().filter(this.columns::contains).toList();
        if (known.isEmpty() || wanted.gpus().isEmpty()) {
            return;
        }
        String names = known.stream()
                .flatMap((metric) -> extremes ? columnsOf(metric) : Stream.of(quoted(metric.key())))
                .collect(Collectors.joining(", "));
        String sql = "SELECT at" + (ofGpus() ? ", gpu" : "") + (extremes ? ", samples, " : ", ") + names + " FROM "
                + name() + " WHERE " + condition(wanted) + " LIMIT " + PAGE;
        RowReader reader = new RowReader(ofGpus(), extremes, wanted.metrics(), known);
        RowReader.Page page = new RowReader.Page(wanted.from() - 1, Long.MAX_VALUE, 0);
        do {
            Object[] after = ofGpus()
                    ? new Object[] {page.at(), page.gpu(), wanted.to()}
                    : new Object[] {page.at(), wanted.to()};
            RowReader.Page last = page;
            ResultSetExtractor<RowReader.Page> all = (rows) -> reader.readAll(rows, visitor, last);
            page = jdbc.query(sql, all, after);
        } while (page != null && page.rows() == PAGE);
    }

    private String condition(Rows wanted) {
        if (!ofGpus()) {
            return "at > ? AND at < ? ORDER BY at";
        }
        String numbers = wanted.gpus().stream().map(String::valueOf).collect(Collectors.joining(","));
        return "(at, gpu) > (?, ?) AND at < ? AND gpu IN (" + numbers + ") ORDER BY at, gpu";
    }

    private String keys() {
        return "at" + (ofGpus() ? ", gpu" : "") + (rolled() ? ", samples" : "");
    }

    /**
     * Which rows are wanted, and what of them.
     *
     * @param gpus the numbers of GPUs; of the machine all rows are wanted
     * @param to exclusive
     */
    record Rows(Collection<Long> gpus, long from, long to, List<Metric> metrics) {

        Rows {
            gpus = List.copyOf(gpus);
            metrics = List.copyOf(metrics);
        }
    }
}
