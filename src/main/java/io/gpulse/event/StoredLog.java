package io.gpulse.event;

import io.gpulse.history.sqlite.EventStore;
import io.gpulse.history.sqlite.EventStore.Criteria;
import io.gpulse.history.sqlite.EventStore.Highest;
import io.gpulse.history.sqlite.EventStore.StoredEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The part of the stored log that a run restores.
 *
 * @param highest the highest numbers that were given
 * @param newest the newest rows, and those of faults of a day, which rules need
 * @param unfinished rows that were open
 * @param lastSampled when the previous run sampled the GPUs last; null where that is unknown
 */
record StoredLog(
        Highest highest,
        List<StoredEvent> newest,
        List<StoredEvent> unfinished,
        @Nullable Instant lastSampled) {

    private static final int MOST = 500;
    private static final Duration FAULTS_KEPT = Duration.ofHours(24);

    private static final Set<String> OF_FAULTS = Stream.of(
                    EventKind.XID, EventKind.OPERATIONAL, EventKind.DRIVER_RENEWED, EventKind.DRIVER_GONE)
            .map(EventKind::label)
            .collect(Collectors.toUnmodifiableSet());

    /** @param first when this run sampled the GPUs first */
    static StoredLog of(EventStore store, Instant first) {
        List<StoredEvent> newest = new ArrayList<>(store.newest(since(0, Set.of()), MOST));
        newest.addAll(store.newest(since(first.minus(FAULTS_KEPT).toEpochMilli(), OF_FAULTS), MOST));
        OptionalLong last = store.lastSampledBefore(first.toEpochMilli());
        return new StoredLog(
                store.highest(),
                newest,
                store.unfinished(),
                last.isPresent() ? Instant.ofEpochMilli(last.getAsLong()) : null);
    }

    /** Returns the same log where the previous run is known to have ended at another time. */
    StoredLog sampledUntil(@Nullable Instant last) {
        return new StoredLog(this.highest, this.newest, this.unfinished, last);
    }

    private static Criteria since(long from, Set<String> kinds) {
        return new Criteria(from, Long.MAX_VALUE, Long.MAX_VALUE, kinds, Set.of(), Set.of());
    }
}
