package io.gpulse.stream;

import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listeners of one thread, which receives one task for all of them.
 *
 * @param <L> the type of the listeners
 */
final class ListenerGroup<L> {

    /** Other tasks of the thread, such as requests, run between batches. */
    private static final int MAX_BATCH = 256;

    private static final Logger log = LoggerFactory.getLogger(ListenerGroup.class);

    private final Executor thread;
    private final Set<L> listeners = ConcurrentHashMap.newKeySet();

    ListenerGroup(Executor thread) {
        this.thread = thread;
    }

    void add(L listener) {
        this.listeners.add(listener);
    }

    void remove(L listener) {
        this.listeners.remove(listener);
    }

    /** @param done runs after all have been notified */
    void forEach(Consumer<L> signal, Runnable done) {
        if (this.listeners.isEmpty()) {
            done.run();
        } else {
            execute(() -> notifyBatch(this.listeners.iterator(), signal, done), done);
        }
    }

    private void notifyBatch(Iterator<L> rest, Consumer<L> signal, Runnable done) {
        for (int count = 0; count < MAX_BATCH && rest.hasNext(); count++) {
            notifyOne(rest.next(), signal);
        }
        if (rest.hasNext()) {
            execute(() -> notifyBatch(rest, signal, done), done);
        } else {
            done.run();
        }
    }

    // A failure of one listener must not affect the others.
    private static <L> void notifyOne(L listener, Consumer<L> signal) {
        try {
            signal.accept(listener);
        } catch (RuntimeException | OutOfMemoryError failure) {
            log.error("A subscriber of the stream could not be notified", failure);
        }
    }

    private void execute(Runnable task, Runnable done) {
        try {
            this.thread.execute(task);
        } catch (RejectedExecutionException ended) {
            // The event loop has ended, and so have its connections.
            done.run();
        }
    }
}
