package io.gpulse.sampling;

import java.time.Clock;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** Makes lanes. */
@FunctionalInterface
interface Lanes {

    Lane open(String name);

    /** Each with a daemon thread of its own: a process with a stuck call can still end. */
    static Lanes ofThreads(Clock clock) {
        return (name) -> new Lane(name, thread(name), clock);
    }

    private static Executor thread(String name) {
        return Executors.newSingleThreadExecutor((work) -> {
            Thread thread = new Thread(work, "gpulse-" + name);
            thread.setDaemon(true);
            return thread;
        });
    }
}
