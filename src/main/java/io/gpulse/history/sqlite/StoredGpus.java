package io.gpulse.history.sqlite;

import io.gpulse.history.KnownGpu;
import io.gpulse.history.Subject;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The GPUs of the stored samples; samples refer to them by their numbers. */
final class StoredGpus {

    /** The host, whose tables have no such column. */
    static final long HOST = 0;

    /** Maximum number of listed GPUs: those last seen. */
    private static final int MOST = 1024;

    private final Map<String, Long> numbers = new ConcurrentHashMap<>();

    void create(JdbcClient jdbc) {
        jdbc.sql("""
                CREATE TABLE IF NOT EXISTS gpu (id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE,
                 gpu_index INTEGER NOT NULL, name TEXT NOT NULL, last_seen_at INTEGER NOT NULL)""").update();
        Map<String, Long> stored = new HashMap<>();
        jdbc.sql("SELECT uuid, id FROM gpu").query((row) -> {
            stored.put(row.getString(1), row.getLong(2));
        });
        this.numbers.keySet().retainAll(stored.keySet());
        this.numbers.putAll(stored);
    }

    void put(JdbcClient jdbc, KnownGpu gpu) {
        Long number = jdbc.sql("""
                        INSERT INTO gpu (uuid, gpu_index, name, last_seen_at) VALUES (?, ?, ?, ?)
                         ON CONFLICT (uuid) DO UPDATE SET gpu_index = excluded.gpu_index, name = excluded.name,
                         last_seen_at = excluded.last_seen_at RETURNING id""")
                .params(gpu.uuid(), gpu.index(), gpu.name(), gpu.lastSeenAt().toEpochMilli())
                .query(Long.class)
                .single();
        this.numbers.put(gpu.uuid(), number);
    }

    /**
     * Returns the number of a GPU, or that of the host; empty when nothing is stored for it.
     *
     * @param uuid null for the host
     */
    Optional<Long> number(@Nullable String uuid) {
        return Optional.ofNullable(uuid == null ? Long.valueOf(HOST) : this.numbers.get(uuid));
    }

    /** Returns the UUIDs by number. */
    Map<Long, String> uuids() {
        Map<Long, String> uuids = new HashMap<>();
        this.numbers.forEach((uuid, number) -> uuids.put(number, uuid));
        return uuids;
    }

    List<Subject> subjects() {
        return this.numbers.keySet().stream().map(Subject::new).toList();
    }

    static List<KnownGpu> all(JdbcClient jdbc) {
        return jdbc.sql("SELECT * FROM (SELECT uuid, gpu_index, name, last_seen_at FROM gpu"
                        + " ORDER BY last_seen_at DESC LIMIT ?) ORDER BY gpu_index, last_seen_at DESC")
                .param(MOST)
                .query((row, number) -> new KnownGpu(
                        row.getString(1), row.getInt(2), row.getString(3), Instant.ofEpochMilli(row.getLong(4))))
                .list();
    }
}
