package io.gpulse.sampling;

import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * One thread for calls that may never return. It has at most one of them at a time: nothing is queued behind a stuck
 * call, and no second thread is started beside it.
 */
final class Lane {

    private static final Logger log = LoggerFactory.getLogger(Lane.class);

    private final String name;
    private final Executor thread;
    private final SamplerClock clock;
    private volatile @Nullable Moment busySince;
    private volatile Mono<Void> current = Mono.empty();
    private boolean failing;

    Lane(String name, Executor thread, SamplerClock clock) {
        this.name = name;
        this.thread = thread;
        this.clock = clock;
    }

    boolean isIdle() {
        return this.busySince == null;
    }

    /** How long the call that is out has been out; zero when none is. */
    Duration busyFor() {
        Moment since = this.busySince;
        return since == null ? Duration.ZERO : this.clock.now().since(since);
    }

    /**
     * Starts work at once. Only for an idle lane, and by one caller.
     *
     * @return completes when the work is done, also when it failed; whoever is not waiting any more misses nothing
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
            } catch (RuntimeException | LinkageError failure) {
                tell(failure);
            } finally {
                this.busySince = null;
                done.tryEmitEmpty();
            }
        });
        return this.current;
    }

    /** Completes when the call that is out has returned; at once when none is. */
    Mono<Void> untilIdle() {
        return this.current;
    }

    /** A mistake of ours would fill the log, a round at a time: the first of a row is enough. */
    private void tell(Throwable failure) {
        if (!this.failing) {
            log.error("A call on lane {} failed", this.name, failure);
        }
        this.failing = true;
    }
}
