package io.gpulse.sampling;

import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Function;

/**
 * The factory of lanes.
 *
 * @param clock the clocks of the lanes and of the sampler
 * @param thread creates the thread of a lane by its name
 */
record Lanes(SamplerClock clock, Function<String, Executor> thread) {

    /** Returns lanes with one daemon thread each: a process with a stuck call can still end. */
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
