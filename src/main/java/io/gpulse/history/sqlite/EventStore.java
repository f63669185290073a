package io.gpulse.history.sqlite;

import io.gpulse.history.Tier;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The events in a history. One thread writes, any thread may read; each call blocks. */
public final class EventStore {

    /** Maximum number of events; the oldest are deleted. */
    static final int MOST = 100_000;

    /** Maximum number of events about processes: starts and ends of processes must not displace faults. */
    static final int MOST_OF_PROCESSES = 50_000;

    /** The only trigger of a history. */
    static final String TRIGGER =
            "event_deleted AFTER DELETE ON event BEGIN DELETE FROM event_gpu WHERE event = OLD.id; END";

    static final TimedTable TIMED = new TimedTable("event", "at", Long.MAX_VALUE);

    /** Maximum number of unfinished events that a new run restores. */
    private static final int MOST_UNFINISHED = 5000;

    private static final String OF_PROCESSES = "kind IN ('process_started', 'process_ended')";
    private static final String READABLE =
            " FROM event WHERE CASE WHEN json_valid(facts) THEN json_type(facts) = 'object' END";
    private static final String SELECT = "SELECT id, sequence, at, until, kind, severity, uuid, gpu_index, xid, count,"
            + " unfinished, facts" + READABLE;
    private static final String OF_GPUS = "id IN (SELECT event FROM event_gpu WHERE gpu IN (:gpus))";

    private static final TypeReference<Map<String, String>> FACTS = new TypeReference<>() {};

    private final HistoryFile file;
    private final SampleTables samples;

    EventStore(HistoryFile file, SampleTables samples) {
        this.file = file;
        this.samples = samples;
    }

    /** The highest id and the highest sequence that were ever given; 0 where there was none. */
    public record Highest(long id, long sequence) {}

    /**
     * A filter of events.
     *
     * @param from in epoch ms; events that began then or later, or lasted until then
     * @param to in epoch ms, exclusive
     * @param belowId only events with a lower id, for paging
     * @param kinds stored names; empty for all
     * @param severities stored names; empty for all
     * @param gpus UUIDs, one of which the event must be about; empty for all
     */
    public record Criteria(
            long from, long to, long belowId, Set<String> kinds, Set<String> severities, Set<String> gpus) {}

    /**
     * A stored event.
     *
     * @param at in epoch ms
     * @param until in epoch ms; null for an event without duration and for an unfinished one
     * @param uuid of the GPU; null for an event about none or several
     * @param index of the GPU when the event began
     * @param unfinished whether the event goes on
     */
    public record StoredEvent(
            long id,
            long sequence,
            long at,
            @Nullable Long until,
            String kind,
            String severity,
            @Nullable String uuid,
            @Nullable Integer index,
            @Nullable Integer xid,
            int count,
            boolean unfinished,
            Map<String, String> facts) {

        public StoredEvent {
            facts = Collections.unmodifiableMap(new TreeMap<>(facts));
        }

        /** Returns the UUIDs of all GPUs that the event is about. */
        public Set<String> gpus() {
            Set<String> gpus = new TreeSet<>(
                    Arrays.asList(this.facts.getOrDefault("uuids", "").split(" ")));
            gpus.add(this.uuid == null ? "" : this.uuid);
            gpus.remove("");
            return gpus;
        }
    }

    static void create(JdbcTemplate jdbc) {
        jdbc.execute("CREATE TABLE IF NOT EXISTS event (id INTEGER PRIMARY KEY, sequence INTEGER NOT NULL,"
                + " at INTEGER NOT NULL, until INTEGER, kind TEXT NOT NULL, severity TEXT NOT NULL, uuid TEXT,"
                + " gpu_index INTEGER, xid INTEGER, count INTEGER NOT NULL, unfinished INTEGER NOT NULL,"
                + " facts TEXT NOT NULL)");
        jdbc.execute("CREATE INDEX IF NOT EXISTS event_at ON event (at)");
        jdbc.execute("CREATE INDEX IF NOT EXISTS event_sequence ON event (sequence)");
        jdbc.execute("CREATE INDEX IF NOT EXISTS event_unfinished ON event (id) WHERE unfinished = 1");
        // Ids are not given again after the newest events were deleted.
        jdbc.execute("CREATE TABLE IF NOT EXISTS event_highest (one INTEGER PRIMARY KEY CHECK (one = 1),"
                + " id INTEGER NOT NULL, sequence INTEGER NOT NULL)");
        createGpus(jdbc);
    }

    private static void createGpus(JdbcTemplate jdbc) {
        jdbc.execute("CREATE TABLE IF NOT EXISTS event_gpu (event INTEGER NOT NULL, gpu TEXT NOT NULL,"
                + " PRIMARY KEY (event, gpu)) WITHOUT ROWID");
        jdbc.execute("CREATE INDEX IF NOT EXISTS event_gpu_gpu ON event_gpu (gpu)");
        jdbc.execute("CREATE TRIGGER IF NOT EXISTS " + TRIGGER);
        indexGpus(jdbc);
    }

    /** Adds the GPUs of events that a gpulse without this table has written. */
    private static void indexGpus(JdbcTemplate jdbc) {
        Long indexed = jdbc.queryForObject("SELECT coalesce(max(event), -1) FROM event_gpu", Long.class);
        jdbc.update(
                "INSERT OR IGNORE INTO event_gpu SELECT id, uuid FROM event WHERE id > ? AND uuid IS NOT NULL",
                indexed);
        jdbc.update(
                "INSERT OR IGNORE INTO event_gpu SELECT event.id, value FROM event, json_each('[' ||"
                        + " replace(json_quote(CASE WHEN json_valid(facts) THEN facts ->> 'uuids' END), ' ', '\",\"')"
                        + " || ']') WHERE event.id > ? AND uuid IS NULL AND instr(facts, '\"uuids\"') AND value <> ''",
                indexed);
    }

    /** Stores events; each replaces the stored one with its id. */
    public void put(List<StoredEvent> events) {
        if (!events.isEmpty()) {
            this.file.write(() -> put(this.file.writer(), events));
        }
    }

    private static void put(JdbcTemplate jdbc, List<StoredEvent> events) {
        jdbc.batchUpdate(
                "INSERT OR REPLACE INTO event (id, sequence, at, until, kind, severity, uuid, gpu_index, xid, count,"
                        + " unfinished, facts) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                events.stream().map(EventStore::row).toList());
        jdbc.batchUpdate(
                "DELETE FROM event_gpu WHERE event = ?",
                events.stream().map((event) -> new Object[] {event.id()}).toList());
        jdbc.batchUpdate(
                "INSERT INTO event_gpu (event, gpu) VALUES (?, ?)",
                events.stream()
                        .flatMap((event) -> event.gpus().stream().map((gpu) -> new Object[] {event.id(), gpu}))
                        .toList());
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

    /** Returns the newest matching events, the newest first. */
    public List<StoredEvent> newest(Criteria criteria, int most) {
        return select(criteria, OF_GPUS, "ORDER BY id DESC LIMIT " + most);
    }

    /** Returns the number of matching events. */
    public int count(Criteria criteria) {
        String sql = "SELECT count(*)" + READABLE + matching(criteria, OF_GPUS);
        return this.file.query((jdbc) ->
                jdbc.sql(sql).paramSource(criteria).query(Integer.class).single());
    }

    /** Returns the matching events that began or changed after a sequence, in the order of sequences. */
    public List<StoredEvent> changedAfter(long sequence, Criteria criteria, int most) {
        // Walks the index of sequences, and does not sort all events of the GPUs.
        String ofGpus = "EXISTS (SELECT 1 FROM event_gpu WHERE event_gpu.event = event.id AND gpu IN (:gpus))";
        return select(criteria, ofGpus, "AND sequence > " + sequence + " ORDER BY sequence LIMIT " + most);
    }

    /** @param ofGpus the condition for GPUs of the criteria */
    private List<StoredEvent> select(Criteria criteria, String ofGpus, String rest) {
        String sql = SELECT + matching(criteria, ofGpus) + rest;
        return this.file.query((jdbc) -> events(jdbc.sql(sql).paramSource(criteria)));
    }

    private static String matching(Criteria criteria, String ofGpus) {
        return " AND at < :to AND (at >= :from OR until >= :from OR unfinished = 1) AND id < :belowId "
                + (criteria.kinds().isEmpty() ? "" : "AND kind IN (:kinds) ")
                + (criteria.severities().isEmpty() ? "" : "AND severity IN (:severities) ")
                + (criteria.gpus().isEmpty() ? "" : "AND " + ofGpus + " ");
    }

    /** Returns the events that were unfinished when they were stored. */
    public List<StoredEvent> unfinished() {
        String newest = SELECT + " AND unfinished = 1 ORDER BY id DESC LIMIT " + MOST_UNFINISHED;
        return this.file.query((jdbc) -> events(jdbc.sql("SELECT * FROM (" + newest + ") ORDER BY id")));
    }

    /** Returns the time of the last sample before a time, both in epoch ms; empty when no such sample is stored. */
    public OptionalLong lastSampledBefore(long at) {
        return this.file
                .query((jdbc) -> this.samples.last(jdbc, Tier.RAW, at))
                .map(OptionalLong::of)
                .orElseGet(OptionalLong::empty);
    }

    public Highest highest() {
        return this.file.query((jdbc) -> jdbc.sql("SELECT id, sequence FROM event_highest")
                .query((row, number) -> new Highest(row.getLong(1), row.getLong(2)))
                .optional()
                .orElse(new Highest(0, 0)));
    }

    /** Deletes the oldest events beyond the maximum number. */
    static void prune(JdbcTemplate jdbc) {
        jdbc.update(
                "DELETE FROM event WHERE " + OF_PROCESSES + " AND id <= (SELECT id FROM event WHERE " + OF_PROCESSES
                        + " ORDER BY id DESC LIMIT 1 OFFSET ?)",
                MOST_OF_PROCESSES);
        jdbc.update("DELETE FROM event WHERE id <= (SELECT id FROM event ORDER BY id DESC LIMIT 1 OFFSET ?)", MOST);
    }

    /** Reads events, except for those whose facts cannot be read. */
    private static List<StoredEvent> events(JdbcClient.StatementSpec statement) {
        return statement.query((row, number) -> event(row)).list().stream()
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<StoredEvent> event(ResultSet row) throws SQLException {
        Map<String, String> facts;
        try {
            facts = JsonMapper.shared().readValue(row.getString("facts"), FACTS);
        } catch (JacksonException unreadable) {
            // SQLite accepts JSON that Jackson refuses, for example when it is nested too deeply.
            return Optional.empty();
        }
        return Optional.of(new StoredEvent(
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
                facts));
    }
}
