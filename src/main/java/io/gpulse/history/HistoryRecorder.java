package io.gpulse.history;

import io.gpulse.device.Snapshot;
import io.gpulse.device.SourceKind;
import io.gpulse.history.accounting.Accounting;
import io.gpulse.history.accounting.AccountingState;
import io.gpulse.history.accounting.LinkErrorWatch;
import io.gpulse.history.accounting.Occupancy;
import io.gpulse.history.accounting.OwnerLabel;
import io.gpulse.history.accounting.Sums;
import io.gpulse.history.past.PastWriter;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.sampling.SnapshotFeed;
import io.gpulse.web.HistoryState;
import io.gpulse.web.OccupancyMonitor;
import io.gpulse.web.RoundPipeline;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Stores every round in batches, on a thread of its own: neither the driver nor a reader waits for a disk. A batch that
 * cannot be written is retried with the next ones, until its rounds are too old.
 */
public final class HistoryRecorder extends RoundPipeline implements OccupancyMonitor {

    private static final Logger log = LoggerFactory.getLogger(HistoryRecorder.class);

    /** Maximum time span of a batch. */
    static final Duration LONGEST_BATCH = Duration.ofSeconds(5);

    /** Maximum number of rounds in a batch. */
    private static final int MOST_ROUNDS = 50;

    /** Maximum number of queued rounds. */
    private static final int MOST_WAITING = 1200;

    private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(1);

    private final SnapshotFeed feed;
    private final HistoryDatabase database;
    private final Scheduler scheduler;
    private final PastWriter past;
    private final Batch.Pending pending = new Batch.Pending();
    private @Nullable Long batchSince;
    private final OwnerLabel label;
    private Accounting accounting;
    private LinkErrorWatch linkErrors = new LinkErrorWatch();
    private @Nullable Boolean simulated;
    /** The first round in which all GPUs were sampled, until the past is stored; before it the latest one. */
    private @Nullable Snapshot first;

    private boolean restored;
    private boolean restoredInMemory;
    private volatile List<GpuOccupancy> occupancies = List.of();
    private volatile List<OwnerUse> owners = List.of();

    /** @param label whose use of GPUs is reported */
    HistoryRecorder(SnapshotFeed feed, HistoryWriter writer, PastWriter past, OwnerLabel label) {
        super("history", writer.scheduler());
        this.feed = feed;
        this.database = writer.database();
        this.scheduler = writer.scheduler();
        this.past = past;
        this.label = label;
        this.accounting = new Accounting(label);
        consume("History recording", feed.snapshots(), MOST_WAITING, this::add);
    }

    private void add(Snapshot round) {
        boolean simulated = round.source().simulated();
        if (this.simulated != null && this.simulated != simulated) {
            write(this.simulated);
            this.pending.clear();
            this.accounting = new Accounting(this.label);
            this.linkErrors = new LinkErrorWatch();
            this.restored = false;
            this.occupancies = List.of();
            this.first = null;
        }
        this.simulated = simulated;
        if (!this.restored && (this.first == null || !isSampled(this.first))) {
            this.first = round;
        }
        try {
            this.pending.add(round);
        } catch (RuntimeException failed) {
            this.database.fail(failed);
            throw failed;
        }
        try {
            account(round);
        } finally {
            writeWhenDue(round);
        }
    }

    private void account(Snapshot round) {
        this.accounting.add(round);
        this.linkErrors.add(round);
        updateOccupancies();
    }

    private void writeWhenDue(Snapshot round) {
        long since = this.batchSince == null ? round.nanos() : this.batchSince;
        this.batchSince = since;
        // The first round is written at once: clients cannot read stored rounds until the file is open.
        // The simulated past of a demo ends where all of its GPUs are sampled.
        boolean isFirst = !this.restored && (isSampled(round) || round.source().kind() != SourceKind.DEMO);
        if (isFirst || this.pending.size() >= MOST_ROUNDS || round.since(since).compareTo(LONGEST_BATCH) >= 0) {
            write(round.source().simulated());
        }
    }

    private static boolean isSampled(Snapshot round) {
        return round.gpus().stream().allMatch((gpu) -> gpu.isRead());
    }

    /** Publishes the sums, once those of the previous run are restored: a counter must not jump from 0 to them. */
    private void updateOccupancies() {
        List<Accounting.Total> totals = this.accounting.totals();
        Map<String, Integer> indexes = new LinkedHashMap<>();
        totals.forEach((total) -> indexes.put(total.uuid(), total.index()));
        this.owners = this.accounting.ofOwners().stream()
                .map((one) -> new OwnerUse(
                        indexes.getOrDefault(one.uuid(), 0),
                        one.uuid(),
                        one.owner(),
                        one.held(),
                        one.activeSeconds(),
                        one.heldIdleSeconds(),
                        one.joules()))
                .toList();
        if (this.restored) {
            this.occupancies = totals.stream().map(HistoryRecorder::occupancy).toList();
        }
    }

    private static GpuOccupancy occupancy(Accounting.Total total) {
        Map<String, Double> seconds = new LinkedHashMap<>();
        Map<String, Double> joules = new LinkedHashMap<>();
        Sums sums = total.sums();
        for (Occupancy occupancy : Occupancy.values()) {
            if (occupancy == Occupancy.RESERVED && sums.seconds(occupancy) == 0) {
                continue;
            }
            seconds.put(occupancy.label(), sums.seconds(occupancy));
            joules.put(occupancy.label(), sums.joules(occupancy));
        }
        return new GpuOccupancy(total.index(), total.uuid(), seconds, joules);
    }

    @Override
    public List<GpuOccupancy> occupancies() {
        return this.occupancies;
    }

    @Override
    public String ownerLabel() {
        return this.label.label();
    }

    @Override
    public List<OwnerUse> owners() {
        return this.owners;
    }

    private void write(boolean simulated) {
        this.batchSince = null;
        if (this.pending.size() == 0) {
            return;
        }
        boolean written = false;
        try {
            written = this.database.write(simulated, this::write);
        } catch (RuntimeException failed) {
            this.database.fail(failed);
        }
        if (written) {
            this.pending.clear();
            this.accounting.clear();
            this.linkErrors.clear();
        } else if (!this.database.isWaiting()) {
            this.pending.clear();
        }
    }

    /**
     * Writes the pending rounds before an end, for steps that are shorter than a batch: the last ones would be empty
     * otherwise.
     *
     * @param step in ms
     */
    public Mono<Void> flush(long step, Instant end) {
        return step < LONGEST_BATCH.toMillis() ? flush(end) : Mono.empty();
    }

    /**
     * Writes the pending rounds if one of them began before a time. Completes after at most a second, whether they are
     * written or not. A cancellation does not interrupt the thread that writes.
     */
    Mono<Void> flush(Instant before) {
        Mono<Void> flush = Mono.<Void>fromRunnable(() -> {
                    if (isRunning() && this.simulated != null && this.pending.hasBefore(before)) {
                        write(this.simulated);
                    }
                })
                .subscribeOn(this.scheduler);
        return Mono.defer(() -> Mono.fromFuture(flush.toFuture(), true))
                .timeout(FLUSH_TIMEOUT, Mono.empty())
                .onErrorComplete();
    }

    private void write(HistoryStore store) {
        boolean inMemory = this.database.isInMemory();
        // A file that replaces the store in memory may contain the accounts of an earlier process.
        if (!this.restored || (this.restoredInMemory && !inMemory)) {
            if (this.first != null) {
                this.past.write(store, this.first);
                this.first = null;
            }
            AccountingState earlier = store.accounting().state();
            this.accounting.restore(earlier);
            earlier.accounts().forEach((account) -> account.restore(this.feed.idleTimes()));
            this.restored = true;
            this.restoredInMemory = inMemory;
            updateOccupancies();
        }
        store.append(this.pending.batch(this.accounting.pending(), this.linkErrors.changed()));
        log.debug("Stored all rounds up to {}", this.pending.lastAt());
    }

    @Override
    protected Mono<?> finish() {
        return Mono.fromRunnable(() -> {
            if (this.simulated != null) {
                write(this.simulated);
            }
            this.database.close();
        });
    }

    @Override
    public boolean isAutoStartup() {
        return this.database.statistics().state() != HistoryState.OFF;
    }
}
