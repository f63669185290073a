package io.gpulse.history.sqlite;

import io.gpulse.history.AccountingStore.ProcessSums;
import io.gpulse.history.AccountingStore.Usage;
import io.gpulse.history.AccountingStore.UsageSpan;
import io.gpulse.history.AccountingStore.UserSums;
import io.gpulse.history.accounting.ProcessSlice;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Reads the usage of GPUs by processes and users. SQLite adds up; no more rows are read than are answered. */
final class UsageReader {

    /** Maximum number of users. */
    private static final int MOST_USERS = 10_000;

    /** Sums of each process in the time, on the GPUs. */
    private static final String BY_PROCESS = "(SELECT gpu, pid, begun_at, " + sums() + " FROM process_slice"
            + " WHERE at >= :from AND at < :to AND gpu IN (SELECT id FROM gpu WHERE uuid IN (:gpus))"
            + " GROUP BY gpu, pid, begun_at";

    private static final String LONGEST = "SELECT process.*, uuid, used.* FROM " + BY_PROCESS
            + " ORDER BY seconds DESC LIMIT :most) AS used JOIN process USING (gpu, pid, begun_at)"
            + " JOIN gpu ON gpu.id = used.gpu" + AccountingTables.OF_KNOWN_TYPES + " ORDER BY begun_at";

    private static final String USERS = "SELECT user, max(peak_memory) AS peak_memory, count(*) AS processes, " + sums()
            + " FROM " + BY_PROCESS + ") JOIN process USING (gpu, pid, begun_at) WHERE true"
            + AccountingTables.OF_KNOWN_TYPES
            + " GROUP BY user ORDER BY joules DESC LIMIT :most";

    private UsageReader() {}

    private static String sums() {
        return AccountingTables.USE.stream()
                .map((column) -> "sum(" + column + ") AS " + column)
                .collect(Collectors.joining(", "));
    }

    static Usage read(JdbcTemplate jdbc, UsageSpan span) {
        if (span.gpus().isEmpty()) {
            return Usage.NONE;
        }
        JdbcClient client = JdbcClient.create(jdbc);
        Map<String, Object> asked = Map.of("from", span.from(), "to", span.to(), "gpus", span.gpus());
        List<ProcessSums> longest = client.sql(LONGEST)
                .params(asked)
                .param("most", Usage.MOST_PROCESSES)
                .query((row, number) -> new ProcessSums(AccountingReader.process(row), use(row)))
                .list();
        List<UserSums> users = client.sql(USERS)
                .params(asked)
                .param("most", MOST_USERS)
                .query((row, number) -> new UserSums(
                        row.getString("user"),
                        use(row),
                        AccountingReader.number(row, "peak_memory"),
                        row.getInt("processes")))
                .list();
        return new Usage(longest, users);
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
}
