package io.gpulse.sampling;

import io.gpulse.device.Snapshot;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * The timer that takes rounds at a fixed rate, one after the other, on a separate thread. When no round has been taken
 * for some intervals, a defect has ended the timer or its thread, and both are created again. A hanging native call is
 * not such a case, because a round does not wait for it beyond its deadline.
 */
final class RoundTimer {

    private static final Logger log = LoggerFactory.getLogger(RoundTimer.class);

    /** The number of intervals without a round after which the timer is created again. */
    static final int MISSED_INTERVALS = 10;

    private final Round round;
    private final Duration every;
    private final Consumer<Snapshot> listener;
    private final Threads threads;
    private final AtomicLong skippedTicks = new AtomicLong();
    private final AtomicLong restarts = new AtomicLong();
    private final Disposable.Swap rounds = Disposables.swap();
    private final Disposable.Swap watch = Disposables.swap();
    private volatile Scheduler thread;
    private volatile long taken;
    private long seen;
    private int missed;

    /**
     * The threads of the timer.
     *
     * @param rounds creates the thread that takes the rounds
     * @param watch detects missing rounds
     */
    record Threads(Supplier<Scheduler> rounds, Scheduler watch) {}

    /** @param listener receives every snapshot, on the thread of the rounds */
    RoundTimer(Round round, Duration every, Consumer<Snapshot> listener, Threads threads) {
        this.round = round;
        this.every = every;
        this.listener = listener;
        this.threads = threads;
        this.thread = threads.rounds().get();
    }

    void start() {
        connect();
        // Not at a fixed rate: after a pause of the whole process all missed ticks would fire at once.
        this.watch.update(Mono.delay(this.every, this.threads.watch()).repeat().subscribe((tick) -> check()));
    }

    /** Stops the rounds. */
    void stop() {
        this.watch.update(Disposables.disposed());
        this.rounds.update(Disposables.disposed());
    }

    /** Returns the thread to which the state of the sampler is confined. */
    Scheduler thread() {
        return this.thread;
    }

    /** Returns the thread that detects missing rounds. */
    Scheduler watch() {
        return this.threads.watch();
    }

    /** Returns the number of rounds that were skipped because the one before was not over. */
    long skippedTicks() {
        return this.skippedTicks.get();
    }

    /** Returns how often the timer was created again. */
    long restarts() {
        return this.restarts.get();
    }

    private void connect() {
        Scheduler current = this.thread;
        this.rounds.update(Flux.interval(Duration.ZERO, this.every, current)
                .onBackpressureDrop((tick) -> this.skippedTicks.incrementAndGet())
                .concatMap((tick) -> this.round.take(current), 0)
                .subscribe(this::publish, (failure) -> log.error("The timer of the rounds failed", failure)));
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // rounds follow one another
    private void publish(Snapshot snapshot) {
        this.taken = this.taken + 1;
        try {
            this.listener.accept(snapshot);
        } catch (OutOfMemoryError | InternalError fatal) {
            throw fatal;
        } catch (RuntimeException | Error failure) {
            log.error("A reader of the rounds failed", failure);
        }
    }

    private void check() {
        long now = this.taken;
        this.missed = now == this.seen ? this.missed + 1 : 0;
        this.seen = now;
        if (this.missed >= MISSED_INTERVALS) {
            this.missed = 0;
            restart();
        }
    }

    /** Logs last: the thread may be waiting for the log. */
    private void restart() {
        this.rounds.update(Disposables.disposed());
        this.thread.dispose();
        this.thread = this.threads.rounds().get();
        connect();
        this.restarts.incrementAndGet();
        log.error("No round was taken for {} intervals; the timer was created again", MISSED_INTERVALS);
    }
}
