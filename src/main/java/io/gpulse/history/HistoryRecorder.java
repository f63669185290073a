package io.gpulse.history;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.HostSample;
import io.gpulse.device.Snapshot;
import io.gpulse.history.accounting.Accounting;
import io.gpulse.history.accounting.LinkErrorWatch;
import io.gpulse.history.accounting.Occupancy;
import io.gpulse.history.accounting.TimedSnapshot;
import io.gpulse.sampling.SnapshotFeed;
import io.gpulse.web.HistoryState;
import io.gpulse.web.OccupancyMonitor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
import reactor.core.publisher.BufferOverflowStrategy;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Keeps every round, in batches, on a thread of its own: neither the driver nor a reader waits for a disk. What cannot
 * be written is tried again with the next batches, the oldest of which are given up in the end.
 */
final class HistoryRecorder implements SmartLifecycle, OccupancyMonitor {

    private static final Logger log = LoggerFactory.getLogger(HistoryRecorder.class);

    /** So many rounds wait for a disk that does not answer. */
    private static final int WAITING_ROUNDS = 120;

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(3);

    private final SnapshotFeed feed;
    private final StoreKeeper keeper;
    private final BatchSize size;
    private final Scheduler scheduler;
    private final LongSupplier nanos;
    private final List<Snapshot> pending = new ArrayList<>();
    private final Disposable.Swap work = Disposables.swap();
    private volatile boolean running;
    private @Nullable Instant batchSince;
    private Accounting accounting = new Accounting();
    private LinkErrorWatch linkErrors = new LinkErrorWatch();
    private @Nullable Boolean simulated;
    private boolean restored;
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
    HistoryRecorder(SnapshotFeed feed, StoreKeeper keeper, Writing writing, LongSupplier nanos) {
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
            write();
            this.pending.clear();
            this.accounting = new Accounting();
            this.linkErrors = new LinkErrorWatch();
            this.restored = false;
            this.occupancies = List.of();
        }
        this.simulated = simulated;
        this.pending.add(snapshot);
        this.accounting.add(round);
        this.accounting.takeIdleSince().forEach(this.feed.idleMemory()::remember);
        this.linkErrors.add(snapshot);
        tellOccupancies();
        Instant since = this.batchSince == null ? snapshot.takenAt() : this.batchSince;
        this.batchSince = since;
        // The wall clock may have been set back.
        Duration waited = Duration.between(since, snapshot.takenAt()).abs();
        // The first is written at once: until the file is open nobody can ask for what is in it.
        boolean isFirst = !this.restored;
        if (isFirst || this.pending.size() >= this.size.rounds() || waited.compareTo(this.size.every()) >= 0) {
            write();
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

    private void write() {
        this.batchSince = null;
        if (this.pending.isEmpty()) {
            return;
        }
        Snapshot last = this.pending.get(this.pending.size() - 1);
        if (this.keeper.write(last.source().simulated(), this::write)) {
            log.debug("Stored all rounds up to {}", last.takenAt().toEpochMilli());
            this.pending.clear();
            this.accounting.clear();
            this.linkErrors.clear();
        } else if (!this.keeper.isWaiting()) {
            this.pending.clear();
        } else if (this.pending.size() > WAITING_ROUNDS) {
            this.pending.subList(0, this.pending.size() - WAITING_ROUNDS).clear();
        }
    }

    private void write(HistoryStore store) {
        if (!this.restored) {
            this.accounting.restore(store.accounting().state()).forEach(this.feed.idleMemory()::remember);
            this.restored = true;
            tellOccupancies();
        }
        store.append(batch());
    }

    /** What these rounds tell, subject by subject. */
    private Batch batch() {
        Map<String, KnownGpu> gpus = new LinkedHashMap<>();
        List<StoredSample> samples = new ArrayList<>();
        for (Snapshot round : this.pending) {
            long at = round.takenAt().toEpochMilli();
            for (GpuSample gpu : round.gpus()) {
                GpuIdentity identity = gpu.identity();
                if (identity != null && gpu.state() == GpuState.OK) {
                    gpus.put(
                            identity.uuid(),
                            new KnownGpu(identity.uuid(), gpu.index(), identity.name(), round.takenAt()));
                    samples.add(StoredSample.of(new Subject(identity.uuid()), at, gpu.readings()));
                }
            }
            HostSample host = round.host();
            if (host != null) {
                samples.add(StoredSample.of(Subject.HOST, at, host.readings()));
            }
        }
        return new Batch(List.copyOf(gpus.values()), samples, this.accounting.pending(), this.linkErrors.changed());
    }

    @Override
    public void start() {
        this.running = true;
        this.work.update(this.feed
                .snapshots()
                .map((snapshot) -> new TimedSnapshot(snapshot, this.nanos.getAsLong()))
                .onBackpressureBuffer(WAITING_ROUNDS, BufferOverflowStrategy.DROP_OLDEST)
                .publishOn(this.scheduler, 1)
                .subscribe(this::add, (failure) -> log.error("Nothing is stored any more", failure)));
    }

    /** Writes what is left. */
    @Override
    public void stop() {
        this.running = false;
        this.work.update(Disposables.disposed());
        Mono.fromRunnable(() -> {
                    write();
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
