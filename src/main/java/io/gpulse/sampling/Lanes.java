package io.gpulse.sampling;

import java.time.Clock;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * Makes lanes.
 *
 * @param clock by which they, and the sampler, tell the time
 * @param thread the one that a lane of that name works on
 */
record Lanes(Clock clock, Function<String, Executor> thread) {

    /** Each with a daemon thread of its own: a process with a stuck call can still end. */
    static Lanes ofThreads(Clock clock) {
        return new Lanes(clock, Lanes::daemon);
    }

    Lane open(String name) {
        return new Lane(name, this.thread.apply(name), this.clock);
    }

    private static Executor daemon(String name) {
        return Executors.newSingleThreadExecutor((work) -> {
            Thread thread = new Thread(work, "gpulse-" + name);
            thread.setDaemon(true);
            return thread;
        });
    }
}
