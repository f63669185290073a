package io.gpulse.history;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.HostSample;
import io.gpulse.device.Snapshot;
import io.gpulse.web.HistoryState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BufferOverflowStrategy;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Keeps every round, in batches, on a thread of its own: neither the driver nor a reader waits for a disk. What cannot
 * be written is tried again with the next batches, the oldest of which are given up in the end.
 */
final class HistoryRecorder implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(HistoryRecorder.class);

    /** So many rounds wait for a disk that does not answer. */
    private static final int WAITING_ROUNDS = 120;

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(3);

    private final Flux<Snapshot> snapshots;
    private final StoreKeeper keeper;
    private final BatchSize size;
    private final Scheduler scheduler;
    private final List<Snapshot> pending = new ArrayList<>();
    private final Disposable.Swap work = Disposables.swap();
    private volatile boolean running;
    private @Nullable Instant batchSince;

    /**
     * When a batch is written.
     *
     * @param every at the latest after so long
     * @param rounds at the latest after so many rounds
     */
    record BatchSize(Duration every, int rounds) {

        static final BatchSize USUAL = new BatchSize(Duration.ofSeconds(5), 50);
    }

    HistoryRecorder(Flux<Snapshot> snapshots, StoreKeeper keeper, BatchSize size, Scheduler scheduler) {
        this.snapshots = snapshots;
        this.keeper = keeper;
        this.size = size;
        this.scheduler = scheduler;
    }

    private void add(Snapshot snapshot) {
        if (!this.pending.isEmpty()
                && this.pending.get(0).source().simulated() != snapshot.source().simulated()) {
            write();
            this.pending.clear();
        }
        this.pending.add(snapshot);
        Instant since = this.batchSince == null ? snapshot.takenAt() : this.batchSince;
        this.batchSince = since;
        // The wall clock may have been set back.
        Duration waited = Duration.between(since, snapshot.takenAt()).abs();
        if (this.pending.size() >= this.size.rounds() || waited.compareTo(this.size.every()) >= 0) {
            write();
        }
    }

    private void write() {
        this.batchSince = null;
        if (this.pending.isEmpty()) {
            return;
        }
        Snapshot last = this.pending.get(this.pending.size() - 1);
        if (this.keeper.append(batch(this.pending), last.source().simulated())) {
            log.debug("Stored all rounds up to {}", last.takenAt().toEpochMilli());
            this.pending.clear();
        } else if (!this.keeper.isWaiting()) {
            this.pending.clear();
        } else if (this.pending.size() > WAITING_ROUNDS) {
            this.pending.subList(0, this.pending.size() - WAITING_ROUNDS).clear();
        }
    }

    /** What these rounds tell, subject by subject. */
    static Batch batch(List<Snapshot> rounds) {
        Map<String, KnownGpu> gpus = new LinkedHashMap<>();
        List<StoredSample> samples = new ArrayList<>();
        for (Snapshot round : rounds) {
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
        return new Batch(List.copyOf(gpus.values()), samples);
    }

    @Override
    public void start() {
        this.running = true;
        this.work.update(this.snapshots
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
