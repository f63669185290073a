package io.gpulse.history.sqlite;

import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.JdbcTemplate;

/** The messages that wait for receivers. One thread writes, any thread may read; each call blocks. */
public final class NotificationStore {

    private final HistoryFile file;

    NotificationStore(HistoryFile file) {
        this.file = file;
    }

    /** Creates the table. An older gpulse ignores it, so the version of the tables is the same. */
    static void create(JdbcTemplate jdbc) {
        jdbc.execute("CREATE TABLE IF NOT EXISTS notification (receiver TEXT PRIMARY KEY, state TEXT NOT NULL)");
    }

    /** Replaces the states of all receivers. */
    public void put(Map<String, String> states) {
        this.file.write(() -> {
            this.file.writer().update("DELETE FROM notification");
            states.forEach((receiver, state) -> this.file
                    .writer()
                    .update("INSERT INTO notification (receiver, state) VALUES (?, ?)", receiver, state));
        });
    }

    /** Returns the states, by receiver. */
    public Map<String, String> all() {
        return this.file.query((jdbc) ->
                jdbc.sql("SELECT receiver, state FROM notification").query().listOfRows().stream()
                        .collect(Collectors.toMap(
                                (row) -> String.valueOf(row.get("receiver")),
                                (row) -> String.valueOf(row.get("state")))));
    }
}
