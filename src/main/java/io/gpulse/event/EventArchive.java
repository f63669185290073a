package io.gpulse.event;

import io.gpulse.device.Snapshot;
import io.gpulse.event.detection.GapWatch;
import io.gpulse.history.HistoryReader;
import io.gpulse.history.HistoryWriter;
import io.gpulse.history.sqlite.EventStore;
import io.gpulse.history.sqlite.EventStore.Criteria;
import io.gpulse.history.sqlite.EventStore.Highest;
import io.gpulse.history.sqlite.EventStore.StoredEvent;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.web.HistoryState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;

/**
 * Stores the log in small batches, and restores it from the previous run. Rows that cannot be stored are stored later,
 * while they are in memory. Not thread-safe.
 */
final class EventArchive {

    private static final int BATCH = 500;
    private static final int RESTORED = 500;
    private static final Duration FAULTS_KEPT = Duration.ofHours(24);

    /** Faults and their ends, of which rules need those of a day. */
    private static final Set<String> OF_FAULTS = Stream.of(
                    EventKind.XID, EventKind.OPERATIONAL, EventKind.DRIVER_RENEWED, EventKind.DRIVER_GONE)
            .map(EventKind::label)
            .collect(Collectors.toUnmodifiableSet());

    private static final Criteria ALL = new Criteria(0, Long.MAX_VALUE, Long.MAX_VALUE, Set.of(), Set.of(), Set.of());

    private final EventLog log;
    private final HistoryWriter writer;
    private final HistoryReader history;
    private boolean restored;
    private boolean writing;
    private @Nullable Instant lastSampled;

    /** @param lastSampled of the previous run, in epoch ms */
    private record Earlier(
            Highest highest, List<StoredEvent> newest, List<StoredEvent> unfinished, OptionalLong lastSampled) {

        static Earlier of(EventStore store, Instant first) {
            long from = first.minus(FAULTS_KEPT).toEpochMilli();
            Criteria faults = new Criteria(from, Long.MAX_VALUE, Long.MAX_VALUE, OF_FAULTS, Set.of(), Set.of());
            List<StoredEvent> newest = new ArrayList<>(store.newest(ALL, RESTORED));
            newest.addAll(store.newest(faults, RESTORED));
            return new Earlier(
                    store.highest(), newest, store.unfinished(), store.lastSampledBefore(first.toEpochMilli()));
        }
    }

    EventArchive(EventLog log, HistoryWriter writer, HistoryReader history) {
        this.log = log;
        this.writer = writer;
        this.history = history;
    }

    /** Returns whether the log is restored, or cannot be restored. */
    boolean isReady() {
        HistoryState state = this.history.state();
        return this.restored || state != HistoryState.OPENING && !this.history.isOpen();
    }

    /** Returns whether the log is restored. */
    boolean isRestored() {
        return this.restored;
    }

    /** Returns the last sample of the previous run; null while it is unknown. */
    @Nullable
    Instant lastSampled() {
        return this.lastSampled;
    }

    /**
     * Restores the log, once, and then stores rows that are not stored. Does not block.
     *
     * @param first the first round of this run
     * @return work to subscribe to; empty when there is none, or when earlier work is in progress
     */
    Mono<Runnable> write(Snapshot first) {
        if (this.writing || this.history.state() == HistoryState.OFF) {
            return Mono.empty();
        }
        boolean simulated = first.source().simulated();
        if (!this.restored) {
            this.writing = true;
            return restore(first, simulated);
        }
        List<StoredEvent> batch = this.log.unstored(BATCH);
        if (batch.isEmpty()) {
            return Mono.empty();
        }
        this.writing = true;
        return put(batch, simulated);
    }

    /** Stores the remaining rows when gpulse stops. */
    Mono<Boolean> flush(boolean simulated) {
        if (this.history.state() == HistoryState.OFF) {
            return Mono.just(false);
        }
        List<StoredEvent> rest = this.restored ? this.log.unstored(Integer.MAX_VALUE) : List.of();
        return this.writer.write(simulated, (store) -> store.events().put(rest));
    }

    private Mono<Runnable> put(List<StoredEvent> batch, boolean simulated) {
        return this.writer
                .write(simulated, (store) -> store.events().put(batch))
                .<Runnable>map((written) -> () -> {
                    this.writing = false;
                    if (written) {
                        this.log.markStored(batch);
                    }
                })
                .onErrorResume((failed) -> Mono.just(() -> failed(failed)));
    }

    private Mono<Runnable> restore(Snapshot first, boolean simulated) {
        AtomicReference<@Nullable Earlier> earlier = new AtomicReference<>();
        return this.writer
                .write(simulated, (HistoryStore store) -> earlier.set(Earlier.of(store.events(), first.takenAt())))
                .<Runnable>map((read) -> () -> {
                    this.writing = false;
                    Earlier found = earlier.get();
                    if (read && found != null && !this.restored) {
                        restore(found, first);
                    }
                })
                .onErrorResume((failed) -> Mono.just(() -> failed(failed)));
    }

    /** The next round tries again. */
    private void failed(Throwable failure) {
        this.writing = false;
        throw Exceptions.propagate(failure);
    }

    private void restore(Earlier earlier, Snapshot first) {
        this.restored = true;
        this.log.restore(earlier.highest, earlier.newest, earlier.unfinished);
        if (earlier.lastSampled.isPresent()) {
            Instant last = Instant.ofEpochMilli(earlier.lastSampled.getAsLong());
            this.lastSampled = last;
            if (GapWatch.isGap(Duration.between(last, first.takenAt()), first)) {
                this.log.add(
                        GapWatch.gap(last, first.takenAt()).with(EventAttribute.REASON, "restart"), first.takenAt());
            }
        }
    }
}
