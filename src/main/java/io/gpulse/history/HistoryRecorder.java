package io.gpulse.history;

import io.gpulse.device.Snapshot;
import io.gpulse.history.accounting.Accounting;
import io.gpulse.history.accounting.LinkErrorWatch;
import io.gpulse.history.accounting.Occupancy;
import io.gpulse.history.accounting.TimedSnapshot;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.sampling.SnapshotFeed;
import io.gpulse.web.ConsumerGuard;
import io.gpulse.web.FailureMonitor;
import io.gpulse.web.HistoryState;
import io.gpulse.web.OccupancyMonitor;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Keeps every round, in batches, on a thread of its own: neither the driver nor a reader waits for a disk. What cannot
 * be written is tried again with the next batches, the oldest of which are given up in the end.
 */
final class HistoryRecorder implements SmartLifecycle, OccupancyMonitor, FailureMonitor {

    private static final Logger log = LoggerFactory.getLogger(HistoryRecorder.class);

    /** Rounds that wait for a disk that does not answer. */
    private static final int MOST_WAITING = 1200;

    private static final Duration LONGEST_WAIT = Duration.ofMinutes(2);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(1);

    private final SnapshotFeed feed;
    private final HistoryDatabase keeper;
    private final BatchSize size;
    private final Scheduler scheduler;
    private final LongSupplier nanos;
    private final Batch.Waiting pending = new Batch.Waiting();
    private final ConsumerGuard guard = new ConsumerGuard("history", "History recording");
    private final Disposable.Swap work = Disposables.swap();
    private volatile boolean running;
    private @Nullable Instant batchSince;
    private Accounting accounting = new Accounting();
    private LinkErrorWatch linkErrors = new LinkErrorWatch();
    private @Nullable Boolean simulated;
    private boolean restored;
    private boolean restoredInMemory;
    private volatile List<GpuOccupancy> occupancies = List.of();

    /**
     * When a batch is written.
     *
     * @param every at the latest after so long
     * @param rounds at the latest after so many rounds
     */
    record BatchSize(Duration every, int rounds) {

        static final BatchSize USUAL = new BatchSize(Duration.ofSeconds(5), 50);
    }

    /**
     * How it is written.
     *
     * @param scheduler of one thread
     */
    record Writing(BatchSize size, Scheduler scheduler) {}

    /** @param nanos a monotonic clock, in nanoseconds */
    HistoryRecorder(SnapshotFeed feed, HistoryDatabase keeper, Writing writing, LongSupplier nanos) {
        this.feed = feed;
        this.keeper = keeper;
        this.size = writing.size;
        this.scheduler = writing.scheduler;
        this.nanos = nanos;
    }

    private void add(TimedSnapshot round) {
        Snapshot snapshot = round.snapshot();
        boolean simulated = snapshot.source().simulated();
        if (this.simulated != null && this.simulated != simulated) {
            write(this.simulated);
            this.pending.clear();
            this.accounting = new Accounting();
            this.linkErrors = new LinkErrorWatch();
            this.restored = false;
            this.occupancies = List.of();
        }
        this.simulated = simulated;
        try {
            this.pending.add(round);
        } catch (RuntimeException failed) {
            this.keeper.fail(failed);
            throw failed;
        }
        try {
            account(round);
        } finally {
            writeWhenDue(snapshot);
        }
    }

    private void account(TimedSnapshot round) {
        this.accounting.add(round);
        this.accounting.takeIdleSince().forEach(this.feed.idleMemory()::remember);
        this.linkErrors.add(round.snapshot());
        tellOccupancies();
    }

    private void writeWhenDue(Snapshot snapshot) {
        Instant since = this.batchSince == null ? snapshot.takenAt() : this.batchSince;
        this.batchSince = since;
        // The wall clock may have been set back.
        Duration waited = Duration.between(since, snapshot.takenAt()).abs();
        // The first is written at once: until the file is open nobody can ask for what is in it.
        boolean isFirst = !this.restored;
        if (isFirst || this.pending.size() >= this.size.rounds() || waited.compareTo(this.size.every()) >= 0) {
            write(snapshot.source().simulated());
        }
    }

    /** A counter that began at 0 and went on where it ended last would be a leap to who reads it. */
    private void tellOccupancies() {
        if (this.restored) {
            this.occupancies =
                    this.accounting.totals().stream().map(HistoryRecorder::told).toList();
        }
    }

    private static GpuOccupancy told(Accounting.Total total) {
        Map<String, Double> seconds = new LinkedHashMap<>();
        Map<String, Double> joules = new LinkedHashMap<>();
        for (Occupancy occupancy : Occupancy.values()) {
            seconds.put(occupancy.label(), total.sums().seconds(occupancy));
            joules.put(occupancy.label(), total.sums().joules(occupancy));
        }
        return new GpuOccupancy(total.index(), total.uuid(), seconds, joules);
    }

    @Override
    public List<GpuOccupancy> occupancies() {
        return this.occupancies;
    }

    private void write(boolean simulated) {
        this.batchSince = null;
        if (this.pending.size() == 0) {
            return;
        }
        if (isWritten(simulated)) {
            this.pending.clear();
            this.accounting.clear();
            this.linkErrors.clear();
        } else if (!this.keeper.isWaiting()) {
            this.pending.clear();
        }
    }

    /**
     * Writes the rounds that wait for their batch, if one of them began before a moment. Completes after a second at
     * the latest, whether they are written or not. A cancellation does not interrupt the thread that writes.
     */
    Mono<Void> flush(Instant before) {
        Mono<Void> flush = Mono.<Void>fromRunnable(() -> {
                    if (this.running && this.simulated != null && this.pending.hasBefore(before)) {
                        write(this.simulated);
                    }
                })
                .subscribeOn(this.scheduler);
        return Mono.defer(() -> Mono.fromFuture(flush.toFuture(), true))
                .timeout(FLUSH_TIMEOUT, Mono.empty())
                .onErrorComplete();
    }

    private boolean isWritten(boolean simulated) {
        try {
            return this.keeper.write(simulated, this::write);
        } catch (RuntimeException failed) {
            this.keeper.fail(failed);
            return false;
        }
    }

    private void write(HistoryStore store) {
        boolean inMemory = this.keeper.isInMemory();
        // A file that takes the place of memory may hold accounts of an earlier process.
        if (!this.restored || this.restoredInMemory && !inMemory) {
            this.accounting.restore(store.accounting().state()).forEach(this.feed.idleMemory()::remember);
            this.restored = true;
            this.restoredInMemory = inMemory;
            tellOccupancies();
        }
        store.append(this.pending.batch(this.accounting.pending(), this.linkErrors.changed()));
        log.debug("Stored all rounds up to {}", this.pending.lastAt());
    }

    @Override
    public List<Failure> failures() {
        return FailureMonitor.of(this.guard);
    }

    @Override
    public void start() {
        this.running = true;
        this.work.update(this.feed
                .snapshots()
                .map((snapshot) -> new TimedSnapshot(snapshot, this.nanos.getAsLong()))
                .onBackpressureBuffer(LONGEST_WAIT, MOST_WAITING, (tooOld) -> log.debug("A round was given up"))
                .publishOn(this.scheduler, 1)
                .subscribe(this.guard.around(this::add), (failure) -> log.error("History recording stopped", failure)));
    }

    /** Writes what is left. */
    @Override
    public void stop() {
        this.running = false;
        this.work.update(Disposables.disposed());
        Mono.fromRunnable(() -> {
                    if (this.simulated != null) {
                        write(this.simulated);
                    }
                    this.keeper.close();
                })
                .subscribeOn(this.scheduler)
                .timeout(STOP_TIMEOUT)
                .doOnError((failure) -> log.warn("The last rounds were not stored: {}", failure.toString()))
                .onErrorComplete()
                .block();
    }

    @Override
    public boolean isAutoStartup() {
        return this.keeper.condition().state() != HistoryState.OFF;
    }

    @Override
    public boolean isRunning() {
        return this.running;
    }
}
