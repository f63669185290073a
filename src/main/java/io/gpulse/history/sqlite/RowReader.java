package io.gpulse.history.sqlite;

import io.gpulse.metric.Metric;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;

/** Reads rows of samples from a result set: first the keys, then one column per metric, or three. */
final class RowReader {

    private static final int ABSENT = -3;

    private final boolean ofGpus;
    private final boolean rolled;
    private final int[] columns;

    /** The key of the last row of a page, and the number of its rows. */
    record Page(long at, long gpu, int rows) {}

    /**
     * @param wanted the metrics of the rows, in this order
     * @param known those of them that have columns
     */
    RowReader(boolean ofGpus, boolean rolled, List<Metric> wanted, List<Metric> known) {
        this.ofGpus = ofGpus;
        this.rolled = rolled;
        int keys = 1 + (ofGpus ? 1 : 0) + (rolled ? 1 : 0);
        int width = rolled ? 3 : 1;
        this.columns = wanted.stream()
                .mapToInt((metric) -> known.contains(metric) ? keys + 1 + known.indexOf(metric) * width : ABSENT)
                .toArray();
    }

    /** Visits all rows and returns the end of the page; without rows that is the end of the page before. */
    Page readAll(ResultSet rows, Consumer<SampleRow> visitor, Page after) throws SQLException {
        Page last = after;
        int count = 0;
        while (rows.next()) {
            SampleRow row = read(rows);
            visitor.accept(row);
            last = new Page(row.at(), row.gpu(), ++count);
        }
        return count == 0 ? new Page(after.at(), after.gpu(), 0) : last;
    }

    private SampleRow read(ResultSet row) throws SQLException {
        long at = row.getLong(1);
        long gpu = this.ofGpus ? row.getLong(2) : StoredGpus.HOST;
        double[] avg = new double[this.columns.length];
        if (!this.rolled) {
            for (int i = 0; i < avg.length; i++) {
                avg[i] = number(row, this.columns[i], Double.NaN);
            }
            return SampleRow.of(gpu, at, avg);
        }
        double[] min = new double[avg.length];
        double[] max = new double[avg.length];
        for (int i = 0; i < avg.length; i++) {
            int column = this.columns[i];
            avg[i] = number(row, column, Double.NaN);
            min[i] = number(row, column + 1, avg[i]);
            max[i] = number(row, column + 2, avg[i]);
        }
        return new SampleRow(gpu, at, row.getInt(this.ofGpus ? 3 : 2), min, avg, max);
    }

    /** @param column negative when there is none */
    private static double number(ResultSet row, int column, double otherwise) throws SQLException {
        if (column < 0) {
            return otherwise;
        }
        double value = row.getDouble(column);
        return value == 0 && row.wasNull() ? otherwise : value;
    }
}
