package io.gpulse.history;

import io.gpulse.history.sqlite.HistoryEngine;
import io.gpulse.history.sqlite.HistoryEngine.OpenedStore;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.web.HistoryState;
import io.gpulse.web.HistoryStatistics;
import io.gpulse.web.ProblemException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a store open: retries after a failure, opens a new file after the old one was deleted, and a store in memory
 * where no file can be written. One thread writes, any thread may read.
 */
final class HistoryDatabase {

    private static final Logger log = LoggerFactory.getLogger(HistoryDatabase.class);
    private static final Duration FIRST_RETRY = Duration.ofSeconds(5);
    private static final Duration LAST_RETRY = Duration.ofSeconds(60);
    private static final Duration FILE_RETRY = Duration.ofMinutes(5);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(10);

    private static final Duration REMARKED = Duration.ofDays(1);

    private static final String DISABLED = "History is off: gpulse.history.enabled is false.";

    private final @Nullable HistoryEngine engine;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private volatile @Nullable OpenedStore open;
    private volatile HistoryStatistics statistics = HistoryStatistics.of(HistoryState.OPENING, null);
    private Duration retryAfter = FIRST_RETRY;
    private long retryAt;
    private final PruneSchedule schedule;
    private final List<Consumer<HistoryStore>> openings = new CopyOnWriteArrayList<>();
    private @Nullable OpenedStore prepared;
    private @Nullable String replaced;
    private long openedAt;

    /**
     * Creates a database that opens its store with the first write.
     *
     * @param engine null when the history is off
     * @param nanos a monotonic clock, in nanoseconds
     */
    HistoryDatabase(@Nullable HistoryEngine engine, InstantSource clock, LongSupplier nanos) {
        this.engine = engine;
        this.clock = clock;
        this.nanos = nanos;
        this.retryAt = nanos.getAsLong();
        this.schedule = new PruneSchedule(clock, nanos);
        if (engine == null) {
            this.statistics = HistoryStatistics.of(HistoryState.OFF, DISABLED);
        }
    }

    private HistoryEngine engine() {
        if (this.engine == null) {
            throw new StoreException(StoreException.Fault.OFF, DISABLED);
        }
        return this.engine;
    }

    /** Returns the state, and the extent as of the last write. */
    HistoryStatistics statistics() {
        return this.statistics;
    }

    private HistoryState state() {
        return this.statistics.state();
    }

    /** Returns the state after a successful write. */
    private static HistoryState state(OpenedStore current) {
        return current.inMemory() ? HistoryState.MEMORY_ONLY : HistoryState.RECORDING;
    }

    /** Returns whether a failed write may succeed later. */
    boolean isWaiting() {
        return state() == HistoryState.OPENING || state() == HistoryState.SUSPENDED;
    }

    /** Returns the store; empty while there is none. */
    Optional<HistoryStore> store() {
        return Optional.ofNullable(this.open).map(OpenedStore::store);
    }

    /** @throws ProblemException while there is no store */
    HistoryStore required() {
        String detail = this.statistics.detail();
        return store().orElseThrow(() ->
                ProblemException.unavailable(detail == null ? "The history is not open yet." : detail, RETRY_AFTER));
    }

    /** Returns whether the store is in memory and ends with this process. */
    boolean isInMemory() {
        OpenedStore current = this.open;
        return current != null && current.inMemory();
    }

    /**
     * Returns the store for a write of a client. Only the thread that writes may call this.
     *
     * @throws ProblemException while there is no store, or writing is suspended
     */
    HistoryStore writable() {
        OpenedStore current = this.open;
        if (current != null && !current.store().isInPlace()) {
            opened(current.simulated());
        }
        HistoryStatistics now = this.statistics;
        if (now.state() == HistoryState.SUSPENDED) {
            throw ProblemException.unavailable("The history cannot be written now. " + now.detail(), RETRY_AFTER);
        }
        return required();
    }

    /** Writes to the store and returns whether that succeeded. */
    boolean write(boolean simulated, Consumer<HistoryStore> work) {
        OpenedStore current = opened(simulated);
        if (current == null) {
            return false;
        }
        try {
            prepare(current);
            work.accept(current.store());
        } catch (StoreException failed) {
            fail(failed);
            return false;
        }
        succeed(current);
        try {
            if (this.schedule.isDue()) {
                current.store().prune(this.clock.instant());
            }
            this.statistics = current.store().extent().with(state(current), remark(current));
        } catch (RuntimeException failed) {
            // The write itself succeeded.
            fail(failed);
        }
        return true;
    }

    /** Registers work to do with each file that is opened, before all other writes. It is repeated when it fails. */
    void whenOpened(Consumer<HistoryStore> work) {
        this.openings.add(work);
    }

    @SuppressWarnings("ReferenceEquality") // each opened file is prepared once
    private void prepare(OpenedStore current) {
        if (current != this.prepared && !current.inMemory()) {
            this.openings.forEach((opening) -> opening.accept(current.store()));
        }
        this.prepared = current;
    }

    /** Suspends writing until the next retry. The store can still be read, unless it is damaged. */
    void fail(RuntimeException failed) {
        if (failed instanceof StoreException fault) {
            suspend(fault);
            return;
        }
        String remark = "Recording failed: " + failed + ".";
        if (!remark.equals(this.statistics.detail())) {
            log.error("Recording failed", failed);
        }
        suspend(new StoreException(StoreException.Fault.UNAVAILABLE, remark, failed));
    }

    private void succeed(OpenedStore current) {
        if (state() == HistoryState.SUSPENDED) {
            log.info("History recording resumed");
        }
        if (!current.inMemory()) {
            this.retryAfter = FIRST_RETRY;
        }
        this.statistics = this.statistics.with(state(current), remark(current));
    }

    /** Returns the remark of a store; that of an opened file ends after a day. */
    private @Nullable String remark(OpenedStore current) {
        boolean isOver = this.nanos.getAsLong() - this.openedAt >= REMARKED.toNanos();
        return isOver && !current.inMemory() ? null : current.remark();
    }

    private @Nullable OpenedStore opened(boolean simulated) {
        OpenedStore current = this.open;
        boolean isDue = this.nanos.getAsLong() - this.retryAt >= 0;
        boolean isSuspended = state() == HistoryState.SUSPENDED;
        if (current == null || current.simulated() != simulated) {
            close();
            return current == null && !isDue ? null : reopened(simulated);
        }
        if (isSuspended && !isDue) {
            return null;
        }
        if (!current.store().isInPlace()) {
            return otherThan(current);
        }
        return current.inMemory() ? fileInPlaceOf(current) : current;
    }

    /** Opens a new file in place of a deleted one. A file that replaced the old one is opened later. */
    private @Nullable OpenedStore otherThan(OpenedStore old) {
        boolean isReplaced = old.store().isReplaced();
        String found = isReplaced ? "another file was found" : "a new one was created";
        this.replaced = "The file of the history was deleted or replaced while gpulse wrote to it; " + found + " at "
                + this.clock.instant() + ".";
        log.warn("{}", this.replaced);
        if (isReplaced) {
            engine().distrustReplaced();
        }
        this.retryAfter = FIRST_RETRY;
        // Others read it until the next file is open.
        this.statistics = this.statistics.with(state(), this.replaced);
        close();
        return reopened(old.simulated());
    }

    private @Nullable OpenedStore reopened(boolean simulated) {
        try {
            OpenedStore opened = engine().open(simulated).after(this.replaced);
            this.replaced = null;
            return use(opened);
        } catch (StoreException failed) {
            if (failed.fault() == StoreException.Fault.READ_ONLY) {
                return inMemory(failed, simulated);
            }
            fail(failed);
            return null;
        }
    }

    /** Opens a file in place of the store in memory once its folder is writable. The content in memory is lost. */
    private OpenedStore fileInPlaceOf(OpenedStore memory) {
        if (this.nanos.getAsLong() - this.retryAt < 0) {
            return memory;
        }
        this.retryAt = this.nanos.getAsLong() + FILE_RETRY.toNanos();
        try {
            OpenedStore opened = engine().open(memory.simulated());
            close();
            return use(opened);
        } catch (StoreException stillNot) {
            return memory;
        }
    }

    private OpenedStore use(OpenedStore opened) {
        this.open = opened;
        this.openedAt = this.nanos.getAsLong();
        return opened;
    }

    private OpenedStore inMemory(StoreException refused, boolean simulated) {
        String remark = refused.getMessage() + " History is kept in memory, and ends with this process.";
        log.warn("{}", remark);
        this.retryAt = this.nanos.getAsLong() + FILE_RETRY.toNanos();
        return use(engine().openInMemory(simulated).after(remark));
    }

    private void suspend(StoreException failed) {
        if (failed.fault() == StoreException.Fault.DAMAGED) {
            engine().distrust();
            close();
        }
        HistoryState state = switch (failed.fault()) {
            case LOCKED -> HistoryState.LOCKED;
            case NEWER -> HistoryState.REFUSED;
            case OFF -> HistoryState.OFF;
            default -> HistoryState.SUSPENDED;
        };
        HistoryStatistics next = this.statistics.with(state, failed.getMessage());
        if (!next.equals(this.statistics)) {
            log.warn("History recording stopped; it is retried: {}", failed.getMessage());
        }
        this.statistics = next;
        this.retryAt = this.nanos.getAsLong() + this.retryAfter.toNanos();
        Duration doubled = this.retryAfter.multipliedBy(2);
        this.retryAfter = doubled.compareTo(LAST_RETRY) < 0 ? doubled : LAST_RETRY;
    }

    void close() {
        OpenedStore current = this.open;
        this.open = null;
        this.statistics = HistoryStatistics.of(state(), this.statistics.detail());
        if (current != null) {
            current.store().close();
        }
    }
}
