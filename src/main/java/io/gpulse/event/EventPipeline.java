package io.gpulse.event;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.Snapshot;
import io.gpulse.event.detection.PowerSupplies;
import io.gpulse.history.HistoryReader;
import io.gpulse.history.HistoryWriter;
import io.gpulse.history.sqlite.EventStore.StoredEvent;
import io.gpulse.web.HistoryState;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/**
 * The log of one set of GPUs, real or simulated: rows of the previous run are restored, then events are detected, and
 * changes are stored in small batches. Rounds and reports wait for the restoration; rows that cannot be stored are
 * stored later, while they are in memory. Not thread-safe.
 */
final class EventPipeline {

    /** Maximum number of rounds and reports that wait for the database. */
    private static final int WAITING = 120;

    private static final int BATCH = 500;

    private final Outputs outputs;
    private final EventLog log;
    private final Snapshot first;
    private final EventDetection detection;
    private final List<Runnable> waiting = new ArrayList<>();
    private boolean ready;
    private boolean restored;
    private boolean writing;

    /** The log, its counters and its form in JSON, and the database where it is stored. */
    @Component
    record Outputs(EventLog log, EventCounts counts, JsonMapper json, HistoryWriter writer, HistoryReader history) {}

    /** @param first the first round of this run */
    EventPipeline(Outputs outputs, Snapshot first) {
        this.outputs = outputs;
        this.log = outputs.log;
        this.first = first;
        this.detection = new EventDetection(
                this.log,
                outputs.counts,
                () -> !isSimulated() && PowerSupplies.ofThisMachine().onBattery());
    }

    boolean isSimulated() {
        return this.first.source().simulated();
    }

    void add(Snapshot round) {
        whenReady(() -> this.detection.add(round));
    }

    void add(DriverEvent event) {
        whenReady(() -> this.detection.add(event));
    }

    private void whenReady(Runnable work) {
        this.waiting.add(work);
        proceed();
    }

    /** Processes the waiting rounds and reports once the log is restored, or cannot be restored. */
    private void proceed() {
        HistoryState state = this.outputs.history.state();
        boolean unavailable = state != HistoryState.OPENING && !this.outputs.history.isOpen();
        this.ready |= this.restored || unavailable || this.waiting.size() > WAITING;
        if (this.ready) {
            // An element that fails is dropped; those behind it are processed by the next call.
            while (!this.waiting.isEmpty()) {
                this.waiting.remove(0).run();
            }
        }
    }

    /**
     * Restores the log, once, and then stores rows that are not stored. Does not block.
     *
     * @return work to do afterwards; empty when there is nothing to store, or when earlier work is in progress
     */
    Mono<Runnable> store() {
        List<StoredEvent> batch = this.restored ? this.log.unstored(BATCH) : List.of();
        if (this.writing || this.outputs.history.state() == HistoryState.OFF || (this.restored && batch.isEmpty())) {
            return Mono.empty();
        }
        this.writing = true;
        boolean restores = !this.restored;
        AtomicReference<@Nullable StoredLog> earlier = new AtomicReference<>();
        return this.outputs
                .writer
                .write(isSimulated(), (store) -> {
                    if (restores) {
                        earlier.set(StoredLog.of(store.events(), this.first.takenAt()));
                    } else {
                        store.events().put(batch);
                    }
                })
                .<Runnable>map((written) -> () -> stored(written, batch, earlier.get()))
                .onErrorResume((failure) -> Mono.just(() -> failed(failure)));
    }

    private void stored(boolean written, List<StoredEvent> batch, @Nullable StoredLog earlier) {
        this.writing = false;
        if (written && earlier != null) {
            restore(earlier);
        } else if (written) {
            this.log.markStored(batch);
        }
        proceed();
    }

    /** The next round tries again. */
    private void failed(Throwable failure) {
        this.writing = false;
        throw Exceptions.propagate(failure);
    }

    private void restore(StoredLog earlier) {
        this.restored = true;
        this.detection.restore(earlier, this.first);
    }

    /** Completes when earlier work on the database, such as the restoration, is done. */
    Mono<Boolean> written() {
        return this.writing ? this.outputs.writer.write(isSimulated(), (store) -> {}) : Mono.just(true);
    }

    /** Stores the remaining rows. */
    Mono<Boolean> finish() {
        this.detection.flush();
        if (this.outputs.history.state() == HistoryState.OFF) {
            return Mono.just(false);
        }
        List<StoredEvent> rest = this.restored ? this.log.unstored(Integer.MAX_VALUE) : List.of();
        return this.outputs.writer.write(
                isSimulated(), (store) -> store.events().put(rest));
    }
}
