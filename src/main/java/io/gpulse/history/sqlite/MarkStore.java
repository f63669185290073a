package io.gpulse.history.sqlite;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.jdbc.core.JdbcTemplate;

/** The marks in a history. One thread writes, any thread may read; each call blocks. */
public final class MarkStore {

    private static final long MOST = 10_000;

    static final TimedTable TIMED = new TimedTable("mark", "at", MOST);

    private final HistoryFile file;

    MarkStore(HistoryFile file) {
        this.file = file;
    }

    /**
     * A note about a moment.
     *
     * @param at in epoch ms
     * @param gpus UUIDs of the GPUs that it is about; empty for all
     */
    public record Mark(long id, long at, String text, Set<String> gpus) {}

    static void create(JdbcTemplate jdbc) {
        // Ids are not given again: a client that deletes a mark twice must not delete another one.
        jdbc.execute("CREATE TABLE IF NOT EXISTS mark (id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL,"
                + " text TEXT NOT NULL, gpus TEXT NOT NULL)");
        jdbc.execute("CREATE INDEX IF NOT EXISTS mark_at ON mark (at)");
    }

    /** Stores a mark and returns it with its id. */
    public Mark add(long at, String text, Set<String> gpus) {
        return HistoryFile.translated(() -> {
            Long id = this.file
                    .client()
                    .sql("INSERT INTO mark (at, text, gpus) VALUES (?, ?, ?) RETURNING id")
                    .params(at, text, String.join(" ", new TreeSet<>(gpus)))
                    .query(Long.class)
                    .single();
            this.file.writer().update("DELETE FROM mark WHERE id <= ?", id - MOST);
            return new Mark(id, at, text, gpus);
        });
    }

    /** Deletes a mark and returns whether there was one. */
    public boolean delete(long id) {
        return HistoryFile.translated(() -> this.file.writer().update("DELETE FROM mark WHERE id = ?", id) > 0);
    }

    /**
     * Returns the newest marks of a time span, the oldest of them first.
     *
     * @param from in epoch ms
     * @param to in epoch ms, exclusive
     */
    public List<Mark> between(long from, long to, int most) {
        List<Mark> newest = this.file.query((jdbc) -> jdbc.sql("SELECT id, at, text, gpus FROM mark"
                        + " WHERE at >= ? AND at < ? ORDER BY at DESC, id DESC LIMIT ?")
                .params(from, to, most)
                .query((row, number) ->
                        new Mark(row.getLong(1), row.getLong(2), row.getString(3), uuids(row.getString(4))))
                .list());
        Collections.reverse(newest);
        return newest;
    }

    private static Set<String> uuids(String gpus) {
        return gpus.isEmpty() ? Set.of() : Set.of(gpus.split(" "));
    }
}
