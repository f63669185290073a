package io.gpulse.history.sqlite;

import static java.util.Comparator.comparingInt;
import static java.util.Comparator.comparingLong;

import io.gpulse.history.Subject;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The MIG instances of the stored samples; samples refer to them by their numbers. */
final class StoredInstances {

    /** The most that are stored. */
    private static final long MOST = 10_000;

    private static final Comparator<Subject.Instance> BY_PLACE = comparingInt(Subject.Instance::gpuInstance)
            .thenComparingInt(Subject.Instance::computeInstance)
            .thenComparing(comparingLong(Subject.Instance::since));

    private final Map<Subject, Row> rows = new ConcurrentHashMap<>();

    /** @param lastSeenAt in epoch ms */
    private record Row(long number, long lastSeenAt) {}

    void create(JdbcClient jdbc) {
        jdbc.sql("""
            CREATE TABLE IF NOT EXISTS mig (id INTEGER PRIMARY KEY, gpu INTEGER NOT NULL,
             gpu_instance INTEGER NOT NULL, compute_instance INTEGER NOT NULL, uuid TEXT NOT NULL, profile TEXT,
             since INTEGER NOT NULL, last_seen_at INTEGER NOT NULL,
             UNIQUE (gpu, gpu_instance, compute_instance, since))\
            """).update();
        Map<Subject, Row> stored = new HashMap<>();
        jdbc.sql("""
            SELECT gpu.uuid, gpu_instance, compute_instance, mig.uuid, profile, since, mig.id, mig.last_seen_at
             FROM mig JOIN gpu ON gpu.id = mig.gpu\
            """).query((row) -> {
            Subject.Instance instance = new Subject.Instance(
                    row.getInt(2), row.getInt(3), row.getString(4), row.getString(5), row.getLong(6));
            stored.put(new Subject(row.getString(1), instance), new Row(row.getLong(7), row.getLong(8)));
        });
        this.rows.keySet().retainAll(stored.keySet());
        this.rows.putAll(stored);
    }

    /**
     * Stores an instance, or the time at which it was last seen.
     *
     * @param gpu number of its GPU
     * @param at in epoch ms
     */
    void put(JdbcClient jdbc, long gpu, Subject subject, long at) {
        Subject.Instance instance = Objects.requireNonNull(subject.instance());
        Long number = jdbc.sql("""
            INSERT INTO mig (gpu, gpu_instance, compute_instance, uuid, profile, since, last_seen_at)
             VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (gpu, gpu_instance, compute_instance, since)
             DO UPDATE SET last_seen_at = max(last_seen_at, excluded.last_seen_at) RETURNING id\
            """)
                .params(gpu, instance.gpuInstance(), instance.computeInstance(), instance.uuid())
                .param(instance.profile())
                .params(instance.since(), at)
                .query(Long.class)
                .single();
        this.rows.merge(
                subject, new Row(number, at), (older, newer) -> newer.lastSeenAt < older.lastSeenAt ? older : newer);
    }

    /**
     * Forgets the instances without samples: one with samples stays, since another one could get its number, and with
     * that its samples. Beyond {@link #MOST} it forgets those that were seen least recently, whose samples are no
     * longer readable; a newer one has a higher number.
     *
     * @param oldest time of the oldest sample of any instance, in epoch ms
     */
    void prune(JdbcClient jdbc, long oldest) {
        jdbc.sql("DELETE FROM mig WHERE last_seen_at < ?").param(oldest).update();
        jdbc.sql("DELETE FROM mig WHERE id IN (SELECT id FROM mig ORDER BY last_seen_at DESC LIMIT -1 OFFSET ?)")
                .param(MOST)
                .update();
        Set<Long> stored =
                Set.copyOf(jdbc.sql("SELECT id FROM mig").query(Long.class).list());
        this.rows.values().removeIf((row) -> !stored.contains(row.number()));
    }

    Optional<Long> number(Subject subject) {
        return Optional.ofNullable(this.rows.get(subject)).map(Row::number);
    }

    /**
     * Returns the instances with samples in a time span, by place and time.
     *
     * @param from in epoch ms
     * @param to in epoch ms, exclusive
     */
    List<Subject> between(long from, long to) {
        return this.rows.entrySet().stream()
                .filter((entry) -> entry.getValue().lastSeenAt >= from
                        && Objects.requireNonNull(entry.getKey().instance()).since() < to)
                .map(Map.Entry::getKey)
                .sorted(Comparator.comparing((subject) -> Objects.requireNonNull(subject.instance()), BY_PLACE))
                .toList();
    }
}
