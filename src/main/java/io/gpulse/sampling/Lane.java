package io.gpulse.sampling;

import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * One thread for calls that may never return. It executes at most one of them at a time: nothing is queued behind a
 * stuck call, and no second thread is started for it.
 */
final class Lane {

    private static final Logger log = LoggerFactory.getLogger(Lane.class);

    private final String name;
    private final Executor thread;
    private final SamplerClock clock;
    private volatile @Nullable Moment busySince;
    private volatile Moment callSince = Moment.PAST;
    private volatile Mono<Void> current = Mono.empty();
    private boolean failing;

    Lane(String name, Executor thread, SamplerClock clock) {
        this.name = name;
        this.thread = thread;
        this.clock = clock;
    }

    SamplerClock clock() {
        return this.clock;
    }

    boolean isIdle() {
        return this.busySince == null;
    }

    /** Returns how long the call in progress has been running; zero when there is none. */
    Duration busyFor() {
        Moment since = this.busySince;
        return since == null ? Duration.ZERO : this.clock.now().since(since);
    }

    /**
     * Starts work at once. The lane must be idle; there is one caller.
     *
     * @return completes when the work has succeeded or failed
     */
    Mono<Void> run(Runnable work) {
        if (!isIdle()) {
            throw new IllegalStateException("Lane " + this.name + " is busy");
        }
        Sinks.Empty<Void> done = Sinks.empty();
        this.busySince = this.clock.now();
        this.current = done.asMono();
        this.thread.execute(() -> {
            try {
                work.run();
                this.failing = false;
            } catch (OutOfMemoryError | InternalError fatal) {
                throw fatal;
            } catch (RuntimeException | Error failure) {
                logFirst(failure);
            } finally {
                this.busySince = null;
                done.tryEmitEmpty();
            }
        });
        return this.current;
    }

    /** Reports that the work in progress, which consists of many calls, began the latest one at this time. */
    void callSince(Moment began) {
        this.callSince = began;
    }

    /** Returns how long the latest call of the work in progress has been running; zero when there is none. */
    Duration callingFor() {
        Duration calling = this.clock.now().since(this.callSince);
        Duration busy = busyFor();
        return calling.compareTo(busy) < 0 ? calling : busy;
    }

    /** Completes when the call in progress has returned; at once when there is none. */
    Mono<Void> untilIdle() {
        return this.current;
    }

    /** Returns whether the work that was in progress when {@link #untilIdle()} returned this is still in progress. */
    boolean isRunning(Mono<Void> work) {
        return !isIdle() && work == this.current;
    }

    /** Logs the first of a series of failures: a defect of gpulse would be logged in every round. */
    private void logFirst(Throwable failure) {
        if (!this.failing) {
            log.error("A call on lane {} failed", this.name, failure);
        }
        this.failing = true;
    }
}
