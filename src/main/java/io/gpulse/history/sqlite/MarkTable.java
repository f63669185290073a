package io.gpulse.history.sqlite;

import io.gpulse.history.MarkStore.Mark;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.jdbc.core.JdbcTemplate;

/** What people noted of moments. */
final class MarkTable {

    private static final long MOST = 10_000;

    static final TimedTable TIMED = new TimedTable.Kept("mark", "at", MOST);

    private MarkTable() {}

    static void create(JdbcTemplate jdbc) {
        // A number is not given again: who deletes a mark twice must not delete another one.
        jdbc.execute("CREATE TABLE IF NOT EXISTS mark (id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL,"
                + " text TEXT NOT NULL, gpus TEXT NOT NULL)");
        jdbc.execute("CREATE INDEX IF NOT EXISTS mark_at ON mark (at)");
    }

    static Mark add(JdbcTemplate jdbc, long at, String text, Set<String> gpus) {
        Long id = jdbc.queryForObject(
                "INSERT INTO mark (at, text, gpus) VALUES (?, ?, ?) RETURNING id",
                Long.class,
                at,
                text,
                String.join(" ", new TreeSet<>(gpus)));
        long number = id == null ? 0 : id;
        jdbc.update("DELETE FROM mark WHERE id <= ?", number - MOST);
        return new Mark(number, at, text, gpus);
    }

    static boolean delete(JdbcTemplate jdbc, long id) {
        return jdbc.update("DELETE FROM mark WHERE id = ?", id) > 0;
    }

    static List<Mark> between(JdbcTemplate jdbc, long from, long to, int most) {
        List<Mark> newest = jdbc.query(
                "SELECT id, at, text, gpus FROM mark WHERE at >= ? AND at < ? ORDER BY at DESC, id DESC LIMIT ?",
                (row, number) -> new Mark(row.getLong(1), row.getLong(2), row.getString(3), uuids(row.getString(4))),
                from,
                to,
                most);
        Collections.reverse(newest);
        return newest;
    }

    private static Set<String> uuids(String gpus) {
        return gpus.isEmpty() ? Set.of() : Set.of(gpus.split(" "));
    }
}
