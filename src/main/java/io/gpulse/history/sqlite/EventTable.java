package io.gpulse.history.sqlite;

import io.gpulse.history.EventStore.Criteria;
import io.gpulse.history.EventStore.Highest;
import io.gpulse.history.EventStore.StoredEvent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What happened. */
final class EventTable {

    /** So many are kept; the oldest go first. */
    static final int MOST = 100_000;

    /** The newest are deleted last by their numbers: see {@link #prune}. */
    static final TimedTable TIMED = new TimedTable.Kept("event", "at", Long.MAX_VALUE);

    /** Maximum number of unfinished events that a new run goes on with. */
    private static final int MOST_UNFINISHED = 5000;

    /** Of them, so many are of processes: their coming and going does not push out faults. */
    static final int MOST_OF_PROCESSES = 50_000;

    private static final String OF_PROCESSES = "kind IN ('process_started', 'process_ended')";

    private static final String COLUMNS =
            "id, sequence, at, until, kind, severity, uuid, gpu_index, xid, count, unfinished, facts";

    private static final String READABLE = "CASE WHEN json_valid(facts) THEN json_type(facts) = 'object' END";

    private EventTable() {}

    static void create(JdbcTemplate jdbc) {
        jdbc.execute("CREATE TABLE IF NOT EXISTS event (id INTEGER PRIMARY KEY, sequence INTEGER NOT NULL,"
                + " at INTEGER NOT NULL, until INTEGER, kind TEXT NOT NULL, severity TEXT NOT NULL, uuid TEXT,"
                + " gpu_index INTEGER, xid INTEGER, count INTEGER NOT NULL, unfinished INTEGER NOT NULL,"
                + " facts TEXT NOT NULL)");
        jdbc.execute("CREATE INDEX IF NOT EXISTS event_at ON event (at)");
        jdbc.execute("CREATE INDEX IF NOT EXISTS event_sequence ON event (sequence)");
        jdbc.execute("CREATE INDEX IF NOT EXISTS event_unfinished ON event (id) WHERE unfinished = 1");
        // Numbers are not given again when the newest were forgotten.
        jdbc.execute("CREATE TABLE IF NOT EXISTS event_highest (one INTEGER PRIMARY KEY CHECK (one = 1),"
                + " id INTEGER NOT NULL, sequence INTEGER NOT NULL)");
    }

    static void put(JdbcTemplate jdbc, List<StoredEvent> events) {
        if (events.isEmpty()) {
            return;
        }
        jdbc.batchUpdate(
                "INSERT OR REPLACE INTO event (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                events.stream().map(EventTable::row).toList());
        jdbc.update(
                "INSERT INTO event_highest (one, id, sequence) VALUES (1, ?, ?) ON CONFLICT (one) DO UPDATE SET"
                        + " id = max(id, excluded.id), sequence = max(sequence, excluded.sequence)",
                events.stream().mapToLong(StoredEvent::id).max().orElseThrow(),
                events.stream().mapToLong(StoredEvent::sequence).max().orElseThrow());
    }

    private static @Nullable Object[] row(StoredEvent event) {
        return new @Nullable Object[] {
            event.id(),
            event.sequence(),
            event.at(),
            event.until(),
            event.kind(),
            event.severity(),
            event.uuid(),
            event.index(),
            event.xid(),
            event.count(),
            event.unfinished() ? 1 : 0,
            JsonMapper.shared().writeValueAsString(event.facts())
        };
    }

    static List<StoredEvent> newest(JdbcTemplate jdbc, Criteria criteria, int most) {
        return select(jdbc, new Where(criteria), "ORDER BY id DESC", most);
    }

    static List<StoredEvent> changedAfter(JdbcTemplate jdbc, long sequence, Criteria criteria, int most) {
        return select(jdbc, new Where(criteria).and("sequence > ?", sequence), "ORDER BY sequence", most);
    }

    static List<StoredEvent> unfinished(JdbcTemplate jdbc) {
        return query(
                jdbc,
                "SELECT * FROM (SELECT " + COLUMNS + " FROM event WHERE unfinished = 1 AND " + READABLE
                        + " ORDER BY id DESC LIMIT ?) ORDER BY id",
                MOST_UNFINISHED);
    }

    /** Leaves out rows whose facts cannot be read. */
    private static List<StoredEvent> query(JdbcTemplate jdbc, String sql, Object... values) {
        List<StoredEvent> events = new ArrayList<>();
        RowCallbackHandler each = (row) -> event(row).ifPresent(events::add);
        jdbc.query(sql, each, values);
        return events;
    }

    private static List<StoredEvent> select(JdbcTemplate jdbc, Where where, String order, int most) {
        List<Object> values = new ArrayList<>(where.values);
        values.add(most);
        return query(
                jdbc,
                "SELECT " + COLUMNS + " FROM event WHERE " + where.text + " " + order + " LIMIT ?",
                values.toArray());
    }

    static Highest highest(JdbcTemplate jdbc) {
        return jdbc
                .query(
                        "SELECT id, sequence FROM event_highest",
                        (row, number) -> new Highest(row.getLong(1), row.getLong(2)))
                .stream()
                .findFirst()
                .orElse(new Highest(0, 0));
    }

    /** Forgets the oldest of what is too much. */
    static void prune(JdbcTemplate jdbc) {
        jdbc.update(
                "DELETE FROM event WHERE " + OF_PROCESSES + " AND id <= (SELECT id FROM event WHERE " + OF_PROCESSES
                        + " ORDER BY id DESC LIMIT 1 OFFSET ?)",
                MOST_OF_PROCESSES);
        jdbc.update("DELETE FROM event WHERE id <= (SELECT id FROM event ORDER BY id DESC LIMIT 1 OFFSET ?)", MOST);
    }

    private static Optional<StoredEvent> event(ResultSet row) throws SQLException {
        Optional<Map<String, String>> facts = facts(row.getString("facts"));
        return facts.isEmpty() ? Optional.empty() : Optional.of(event(row, facts.get()));
    }

    private static StoredEvent event(ResultSet row, Map<String, String> facts) throws SQLException {
        return new StoredEvent(
                row.getLong("id"),
                row.getLong("sequence"),
                row.getLong("at"),
                row.getObject("until") == null ? null : row.getLong("until"),
                row.getString("kind"),
                row.getString("severity"),
                row.getString("uuid"),
                row.getObject("gpu_index") == null ? null : row.getInt("gpu_index"),
                row.getObject("xid") == null ? null : row.getInt("xid"),
                row.getInt("count"),
                row.getBoolean("unfinished"),
                facts);
    }

    /** SQLite accepts JSON that Jackson refuses, such as what is nested too deeply. */
    private static Optional<Map<String, String>> facts(String json) {
        Map<String, String> facts = new TreeMap<>();
        try {
            JsonMapper.shared()
                    .readTree(json)
                    .properties()
                    .forEach((fact) -> facts.put(fact.getKey(), text(fact.getValue())));
        } catch (JacksonException unreadable) {
            return Optional.empty();
        }
        return Optional.of(facts);
    }

    private static String text(JsonNode value) {
        return value.isValueNode() ? value.asString() : value.toString();
    }

    /** What is asked for, as SQL. */
    private static final class Where {

        private final StringBuilder text = new StringBuilder("1 = 1");
        private final List<Object> values = new ArrayList<>();

        Where(Criteria criteria) {
            and("at < ?", criteria.to());
            and("(at >= ? OR until >= ? OR unfinished = 1)", criteria.from(), criteria.from());
            and("id < ?", criteria.belowId());
            among("kind", criteria.kinds());
            among("severity", criteria.severities());
            gpus(criteria.gpus());
            and(READABLE);
        }

        Where and(String condition, Object... given) {
            this.text.append(" AND ").append(condition);
            Collections.addAll(this.values, given);
            return this;
        }

        private void among(String column, Collection<String> wanted) {
            if (!wanted.isEmpty()) {
                and(
                        column + " IN (" + String.join(", ", Collections.nCopies(wanted.size(), "?")) + ")",
                        wanted.toArray());
            }
        }

        /** UUIDs of several GPUs stand among the facts, and a UUID nowhere else. */
        private void gpus(Collection<String> uuids) {
            if (!uuids.isEmpty()) {
                String each = String.join(" OR ", Collections.nCopies(uuids.size(), "instr(facts, ?) > 0"));
                String alone = String.join(", ", Collections.nCopies(uuids.size(), "?"));
                and("(uuid IN (" + alone + ") OR uuid IS NULL AND (" + each + "))");
                this.values.addAll(uuids);
                this.values.addAll(uuids);
            }
        }
    }
}
