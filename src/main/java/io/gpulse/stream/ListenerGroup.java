package io.gpulse.stream;

import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listeners of one thread, which is told of news once for all of them. */
final class ListenerGroup {

    // What else the thread has to do, as requests of others, comes in between.
    private static final int MAX_AT_ONCE = 256;

    private static final Logger log = LoggerFactory.getLogger(ListenerGroup.class);

    private final Executor thread;
    private final Set<RoundListener> listeners = ConcurrentHashMap.newKeySet();

    ListenerGroup(Executor thread) {
        this.thread = thread;
    }

    void add(RoundListener listener) {
        this.listeners.add(listener);
    }

    void remove(RoundListener listener) {
        this.listeners.remove(listener);
    }

    /** @param done once all have been notified */
    void forEach(Consumer<RoundListener> news, Runnable done) {
        if (this.listeners.isEmpty()) {
            done.run();
        } else {
            execute(() -> some(this.listeners.iterator(), news, done), done);
        }
    }

    private void some(Iterator<RoundListener> rest, Consumer<RoundListener> news, Runnable done) {
        for (int count = 0; count < MAX_AT_ONCE && rest.hasNext(); count++) {
            notifyOne(rest.next(), news);
        }
        if (rest.hasNext()) {
            execute(() -> some(rest, news, done), done);
        } else {
            done.run();
        }
    }

    // What breaks for one must not break the round for all.
    private static void notifyOne(RoundListener listener, Consumer<RoundListener> news) {
        try {
            news.accept(listener);
        } catch (RuntimeException | OutOfMemoryError failure) {
            log.error("A subscriber of the stream could not be notified", failure);
        }
    }

    private void execute(Runnable task, Runnable done) {
        try {
            this.thread.execute(task);
        } catch (RejectedExecutionException ended) {
            // With the event loop its connections are closed.
            done.run();
        }
    }
}
