package io.gpulse.history;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Where events are kept. One thread writes; any may ask. A call blocks. */
public interface EventStore {

    /** Keeps these, each in the place of what is stored under its id. */
    void put(List<StoredEvent> events);

    /**
     * The newest of those that match, the newest first.
     *
     * @param most how many
     */
    List<StoredEvent> newest(Criteria criteria, int most);

    /**
     * Those that began or changed after a sequence, in the order of sequences.
     *
     * @param most how many
     */
    List<StoredEvent> changedAfter(long sequence, Criteria criteria, int most);

    /** Those that lasted when they were stored last. */
    List<StoredEvent> unfinished();

    /**
     * When something was sampled last before a moment, in epoch ms; empty when nothing was that is still known.
     *
     * @param at in epoch ms
     */
    OptionalLong lastSampledBefore(long at);

    /** The highest id that was ever given, and the highest sequence; 0 when there was none. */
    Highest highest();

    /** See {@link #highest()}. */
    record Highest(long id, long sequence) {}

    /**
     * What is asked for.
     *
     * @param from in epoch ms; what began then or later, or lasted until then
     * @param to in epoch ms, exclusive
     * @param belowId only what has a lower id: for paging
     * @param kinds as they are stored; all when empty
     * @param severities as they are stored; all when empty
     * @param gpus UUIDs; what is about several GPUs counts when one of them is; all when empty
     */
    record Criteria(long from, long to, long belowId, Set<String> kinds, Set<String> severities, Set<String> gpus) {

        public Criteria {
            kinds = Set.copyOf(kinds);
            severities = Set.copyOf(severities);
            gpus = Set.copyOf(gpus);
        }
    }

    /**
     * An event as it is stored.
     *
     * @param at in epoch ms
     * @param until in epoch ms; null when it does not last, or lasts on
     * @param index of the GPU when it happened
     * @param unfinished whether it lasts on
     */
    record StoredEvent(
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
    }
}
