package io.gpulse.history;

import io.gpulse.history.HistoryEngine.OpenedStore;
import io.gpulse.web.HistoryState;
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
 * Keeps the store open that rounds are written to: tries again after it has failed, opens a new one where its file has
 * gone, and one in memory where nothing can be written. One thread writes; any may read.
 */
final class HistoryDatabase {

    private static final Logger log = LoggerFactory.getLogger(HistoryDatabase.class);
    private static final Duration FIRST_RETRY = Duration.ofSeconds(5);
    private static final Duration LAST_RETRY = Duration.ofSeconds(60);
    private static final Duration FILE_TRIED_EVERY = Duration.ofMinutes(5);
    private static final Duration ASK_AGAIN_AFTER = Duration.ofSeconds(10);

    private final HistoryEngine engine;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private volatile @Nullable OpenStore open;
    private volatile @Nullable StoreExtent extent;
    private volatile Condition condition = new Condition(HistoryState.OPENING, null);
    private Duration retryAfter = FIRST_RETRY;
    private long retryAt;
    private final PruneSchedule schedule;
    private final List<Consumer<HistoryStore>> openings = new CopyOnWriteArrayList<>();
    private @Nullable OpenStore prepared;

    /** @param remark what is to be said about it */
    record Condition(HistoryState state, @Nullable String remark) {}

    /** @param written the condition once something has been written to it */
    private record OpenStore(HistoryStore store, boolean simulated, Condition written) {

        boolean isInMemory() {
            return this.written.state == HistoryState.MEMORY_ONLY;
        }
    }

    /** @param nanos a monotonic clock, in nanoseconds */
    HistoryDatabase(HistoryEngine engine, InstantSource clock, LongSupplier nanos) {
        this.engine = engine;
        this.clock = clock;
        this.nanos = nanos;
        this.retryAt = nanos.getAsLong();
        this.schedule = new PruneSchedule(clock, nanos);
    }

    /** One that keeps nothing. */
    static HistoryDatabase off(InstantSource clock) {
        HistoryEngine none = new HistoryEngine() {
            @Override
            public OpenedStore open(boolean simulated) {
                throw new StoreException(StoreException.Fault.OFF, "History is off: gpulse.history.enabled is false.");
            }

            @Override
            public OpenedStore openInMemory() {
                return open(false);
            }
        };
        HistoryDatabase keeper = new HistoryDatabase(none, clock, System::nanoTime);
        keeper.condition = new Condition(HistoryState.OFF, "History is off: gpulse.history.enabled is false.");
        return keeper;
    }

    Condition condition() {
        return this.condition;
    }

    /** Whether what could not be stored may be stored later. */
    boolean isWaiting() {
        HistoryState state = this.condition.state();
        return state == HistoryState.OPENING || state == HistoryState.SUSPENDED;
    }

    /** Empty while there is none. */
    Optional<HistoryStore> store() {
        return Optional.ofNullable(this.open).map(OpenStore::store);
    }

    /** @throws ProblemException while there is none */
    HistoryStore required() {
        Condition current = this.condition;
        return store().orElseThrow(() -> ProblemException.unavailable(
                current.remark() == null ? "The history is not open yet." : current.remark(), ASK_AGAIN_AFTER));
    }

    /** Whether what is written now ends with this process. */
    boolean isInMemory() {
        OpenStore current = this.open;
        return current != null && current.isInMemory();
    }

    /**
     * Returns the store for a write on behalf of a client, by the thread that writes.
     *
     * @throws ProblemException while there is none, or writing is suspended
     */
    HistoryStore writable() {
        OpenStore current = this.open;
        if (current != null && !current.store.isInPlace()) {
            opened(current.simulated);
        }
        Condition now = this.condition;
        if (now.state() == HistoryState.SUSPENDED) {
            throw ProblemException.unavailable("The history cannot be written now. " + now.remark(), ASK_AGAIN_AFTER);
        }
        return required();
    }

    /** Whether it is stored now. */
    boolean append(Batch batch, boolean simulated) {
        return write(simulated, (store) -> store.append(batch));
    }

    /** Whether it is written now. */
    boolean write(boolean simulated, Consumer<HistoryStore> work) {
        OpenStore current = opened(simulated);
        if (current == null) {
            return false;
        }
        try {
            prepare(current);
            work.accept(current.store);
        } catch (StoreException failed) {
            fail(failed);
            return false;
        }
        succeed(current);
        try {
            if (this.schedule.isDue()) {
                current.store.prune(this.clock.instant());
            }
            this.extent = current.store.extent();
        } catch (RuntimeException failed) {
            // What was to be written is written all the same.
            fail(failed);
        }
        return true;
    }

    /** Does some work with each file that is opened, before all other writes; it is repeated if it fails. */
    void whenOpened(Consumer<HistoryStore> work) {
        this.openings.add(work);
    }

    private void prepare(OpenStore current) {
        if (current != this.prepared && !current.isInMemory()) {
            this.openings.forEach((opening) -> opening.accept(current.store));
        }
        this.prepared = current;
    }

    /** Suspends writing, and tries again later. What is stored can be read meanwhile, unless it is damaged. */
    void fail(RuntimeException failed) {
        if (failed instanceof StoreException fault) {
            suspend(fault);
            return;
        }
        String remark = "Recording failed: " + failed + ".";
        if (!remark.equals(this.condition.remark())) {
            log.error("Recording failed", failed);
        }
        suspend(new StoreException(StoreException.Fault.UNAVAILABLE, remark, failed));
    }

    private void succeed(OpenStore current) {
        if (this.condition.state() == HistoryState.SUSPENDED) {
            log.info("History recording resumed");
        }
        if (!current.isInMemory()) {
            this.retryAfter = FIRST_RETRY;
        }
        this.condition = current.written;
    }

    /** How far it reached when something was written last. */
    Optional<StoreExtent> extent() {
        return Optional.ofNullable(this.extent);
    }

    private @Nullable OpenStore opened(boolean simulated) {
        OpenStore current = this.open;
        boolean isDue = this.nanos.getAsLong() - this.retryAt >= 0;
        boolean isSuspended = this.condition.state() == HistoryState.SUSPENDED;
        if (current == null || current.simulated != simulated) {
            close();
            return current == null && !isDue ? null : opened(simulated, null);
        }
        if (isSuspended && !isDue) {
            return null;
        }
        if (!current.store.isInPlace()) {
            String remark = "The file of the history was deleted or replaced while gpulse wrote to it; a new one was"
                    + " begun at " + this.clock.instant() + ".";
            log.warn("{}", remark);
            close();
            return opened(simulated, remark);
        }
        return current.isInMemory() ? fileInPlaceOf(current) : current;
    }

    private @Nullable OpenStore opened(boolean simulated, @Nullable String remark) {
        try {
            OpenedStore opened = this.engine.open(simulated);
            String found = opened.remark();
            String all = remark == null || found == null ? (remark == null ? found : remark) : remark + " " + found;
            return keep(opened.store(), simulated, HistoryState.RECORDING, all);
        } catch (StoreException failed) {
            if (failed.fault() == StoreException.Fault.READ_ONLY) {
                return inMemory(failed, simulated);
            }
            fail(failed);
            return null;
        }
    }

    /** A place may come to be writable later, when it is mounted; what is in memory is given up then. */
    private OpenStore fileInPlaceOf(OpenStore memory) {
        if (this.nanos.getAsLong() - this.retryAt < 0) {
            return memory;
        }
        this.retryAt = this.nanos.getAsLong() + FILE_TRIED_EVERY.toNanos();
        try {
            OpenedStore opened = this.engine.open(memory.simulated);
            close();
            return keep(opened.store(), memory.simulated, HistoryState.RECORDING, opened.remark());
        } catch (StoreException stillNot) {
            return memory;
        }
    }

    private OpenStore keep(HistoryStore store, boolean simulated, HistoryState state, @Nullable String remark) {
        OpenStore current = new OpenStore(store, simulated, new Condition(state, remark));
        this.open = current;
        return current;
    }

    private OpenStore inMemory(StoreException refused, boolean simulated) {
        OpenedStore opened = this.engine.openInMemory();
        String remark = refused.getMessage() + " History is kept in memory, and ends with this process.";
        log.warn("{}", remark);
        this.retryAt = this.nanos.getAsLong() + FILE_TRIED_EVERY.toNanos();
        return keep(opened.store(), simulated, HistoryState.MEMORY_ONLY, remark);
    }

    private void suspend(StoreException failed) {
        if (failed.fault() == StoreException.Fault.DAMAGED) {
            this.engine.distrust();
            close();
        }
        HistoryState state = switch (failed.fault()) {
            case LOCKED -> HistoryState.LOCKED;
            case NEWER -> HistoryState.REFUSED;
            case OFF -> HistoryState.OFF;
            default -> HistoryState.SUSPENDED;
        };
        Condition next = new Condition(state, failed.getMessage());
        if (!next.equals(this.condition)) {
            log.warn("History recording stopped, and is retried: {}", failed.getMessage());
        }
        this.condition = next;
        this.retryAt = this.nanos.getAsLong() + this.retryAfter.toNanos();
        Duration doubled = this.retryAfter.multipliedBy(2);
        this.retryAfter = doubled.compareTo(LAST_RETRY) < 0 ? doubled : LAST_RETRY;
    }

    void close() {
        OpenStore current = this.open;
        this.open = null;
        this.extent = null;
        if (current != null) {
            current.store.close();
        }
    }
}
