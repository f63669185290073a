package io.gpulse.history.sqlite;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** The silences made through the API. One thread writes, any thread may read; each call blocks. */
public final class SilenceStore {

    private final HistoryFile file;

    SilenceStore(HistoryFile file) {
        this.file = file;
    }

    /**
     * A stored silence.
     *
     * @param gpu UUID; null for all GPUs
     * @param process PID or name; null for all processes
     * @param until in epoch ms
     * @param createdAt in epoch ms
     */
    public record StoredSilence(
            String id,
            String rule,
            @Nullable String gpu,
            @Nullable String process,
            long until,
            String reason,
            long createdAt) {}

    /** Creates the table. An older gpulse ignores it, so the version of the tables is the same. */
    static void create(JdbcTemplate jdbc) {
        jdbc.execute("CREATE TABLE IF NOT EXISTS silence (id TEXT PRIMARY KEY, rule TEXT NOT NULL, gpu TEXT,"
                + " process TEXT, until INTEGER NOT NULL, reason TEXT NOT NULL, created INTEGER NOT NULL)");
    }

    /**
     * Stores silences under their ids and deletes those that have ended.
     *
     * @param now in epoch ms
     */
    public void put(List<StoredSilence> silences, long now) {
        this.file.write(() -> {
            this.file.writer().update("DELETE FROM silence WHERE until <= ?", now);
            silences.forEach((silence) -> this.file
                    .client()
                    .sql("INSERT OR REPLACE INTO silence (id, rule, gpu, process, until, reason, created)"
                            + " VALUES (:id, :rule, :gpu, :process, :until, :reason, :createdAt)")
                    .paramSource(silence)
                    .update());
        });
    }

    /** Deletes the silence with an id, if there is one. */
    public void delete(String id) {
        HistoryFile.translated(() -> this.file.writer().update("DELETE FROM silence WHERE id = ?", id));
    }

    /** Returns all silences, the oldest first. */
    public List<StoredSilence> all() {
        return this.file.query((jdbc) -> jdbc.sql("SELECT id, rule, gpu, process, until, reason, created AS created_at"
                        + " FROM silence ORDER BY created, id")
                .query(StoredSilence.class)
                .list());
    }
}
