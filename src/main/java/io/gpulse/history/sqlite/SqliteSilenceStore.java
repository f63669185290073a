package io.gpulse.history.sqlite;

import io.gpulse.history.silence.SilenceStore;
import java.util.List;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/** Silences in a history's file. */
final class SqliteSilenceStore implements SilenceStore {

    private final HistoryFile file;

    SqliteSilenceStore(HistoryFile file) {
        this.file = file;
    }

    /** An older gpulse leaves the table alone, so it needs no other version of the tables. */
    static void create(JdbcTemplate jdbc) {
        jdbc.execute("CREATE TABLE IF NOT EXISTS silence (id TEXT PRIMARY KEY, rule TEXT NOT NULL, gpu TEXT,"
                + " process TEXT, until INTEGER NOT NULL, reason TEXT NOT NULL, created INTEGER NOT NULL)");
    }

    @Override
    public void put(List<StoredSilence> silences, long now) {
        translated(() -> this.file.inTransaction(() -> {
            JdbcTemplate jdbc = this.file.writer();
            jdbc.update("DELETE FROM silence WHERE until <= ?", now);
            silences.forEach((silence) -> put(jdbc, silence));
        }));
    }

    private static void put(JdbcTemplate jdbc, StoredSilence silence) {
        jdbc.update(
                "INSERT OR REPLACE INTO silence (id, rule, gpu, process, until, reason, created)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?)",
                silence.id(),
                silence.rule(),
                silence.gpu(),
                silence.process(),
                silence.until(),
                silence.reason(),
                silence.createdAt());
    }

    @Override
    public void delete(String id) {
        translated(() -> this.file.writer().update("DELETE FROM silence WHERE id = ?", id));
    }

    @Override
    public List<StoredSilence> all() {
        try {
            return this.file.read((jdbc) -> jdbc.query(
                    "SELECT id, rule, gpu, process, until, reason, created FROM silence ORDER BY created, id",
                    (row, number) -> new StoredSilence(
                            row.getString(1),
                            row.getString(2),
                            row.getString(3),
                            row.getString(4),
                            row.getLong(5),
                            row.getString(6),
                            row.getLong(7))));
        } catch (DataAccessException failed) {
            throw SqliteFaults.translate(failed);
        }
    }

    private static void translated(Runnable work) {
        try {
            work.run();
        } catch (DataAccessException failed) {
            throw SqliteFaults.translate(failed);
        }
    }
}
