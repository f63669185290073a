package io.gpulse.history.sqlite;

import io.gpulse.history.accounting.LinkErrorCount;
import io.gpulse.metric.Metric;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The error counters of links, one row per change. */
final class LinkErrorTable {

    /** Adds a counter unless it equals the stored one: after a restart most counters are unchanged. */
    private static final String ADD = """
            INSERT OR REPLACE INTO link_error (gpu, link, metric, at, count)
             SELECT ?1, ?2, ?3, ?4, ?5 WHERE ?5 IS NOT
             (SELECT count FROM link_error WHERE gpu = ?1 AND link = ?2 AND metric = ?3 ORDER BY at DESC LIMIT 1)""";

    /** Selects the changes in a time span, and the last one before it: the state at its beginning. */
    private static final String READ = """
            SELECT gpu.uuid, link, metric, at, count FROM link_error JOIN gpu ON gpu.id = link_error.gpu
             WHERE at < :to AND at >= coalesce((SELECT max(at) FROM link_error AS earlier
             WHERE earlier.gpu = link_error.gpu AND earlier.link = link_error.link
             AND earlier.metric = link_error.metric AND earlier.at <= :from), :from) ORDER BY at""";

    /** Maximum number of rows, except for the newest one of each counter. */
    private static final int MOST = 50_000;

    private LinkErrorTable() {}

    static void create(JdbcTemplate jdbc) {
        jdbc.execute("CREATE TABLE IF NOT EXISTS link_error (gpu INTEGER NOT NULL, link INTEGER NOT NULL,"
                + " metric TEXT NOT NULL, at INTEGER NOT NULL, count INTEGER NOT NULL,"
                + " PRIMARY KEY (gpu, link, metric, at)) WITHOUT ROWID");
    }

    static void add(JdbcTemplate jdbc, StoredGpus gpus, List<LinkErrorCount> counts) {
        jdbc.batchUpdate(
                ADD,
                counts.stream()
                        .flatMap((count) -> gpus.number(count.uuid()).stream().map((gpu) ->
                                new Object[] {gpu, count.link(), count.metric().key(), count.at(), count.count()}))
                        .toList());
    }

    /** Reads counters, except for those that only a newer gpulse knows. */
    static List<LinkErrorCount> read(JdbcClient jdbc, long from, long to) {
        return jdbc.sql(READ).param("from", from).param("to", to).query((row, number) -> count(row)).list().stream()
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<LinkErrorCount> count(ResultSet row) throws SQLException {
        String uuid = row.getString("uuid");
        int link = row.getInt("link");
        long at = row.getLong("at");
        long count = row.getLong("count");
        return Metric.named(row.getString("metric")).map((metric) -> new LinkErrorCount(uuid, link, metric, at, count));
    }

    /**
     * Deletes the rows that are too old and the oldest of those that are too many, but not the current state.
     *
     * @param limit in epoch ms
     */
    static void prune(JdbcTemplate jdbc, long limit) {
        jdbc.update("""
                DELETE FROM link_error WHERE at < ?1 AND EXISTS (SELECT 1 FROM link_error AS later
                 WHERE later.gpu = link_error.gpu AND later.link = link_error.link
                 AND later.metric = link_error.metric AND later.at > link_error.at AND later.at <= ?1)""", limit);
        jdbc.update("""
                DELETE FROM link_error WHERE at <= (SELECT at FROM link_error ORDER BY at DESC LIMIT 1 OFFSET ?)
                 AND EXISTS (SELECT 1 FROM link_error AS later
                 WHERE later.gpu = link_error.gpu AND later.link = link_error.link
                 AND later.metric = link_error.metric AND later.at > link_error.at)""", MOST);
    }
}
