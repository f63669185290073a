package io.gpulse.sampling;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * Makes lanes.
 *
 * @param clock the clocks of the lanes and of the sampler
 * @param thread the one that a lane of that name works on
 */
record Lanes(SamplerClock clock, Function<String, Executor> thread) {

    /** Each with a daemon thread of its own: a process with a stuck call can still end. */
    static Lanes ofThreads(SamplerClock clock) {
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
