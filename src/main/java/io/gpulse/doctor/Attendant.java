package io.gpulse.doctor;

import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Has work that may never end done on a daemon thread of its own, and waits for it with patience. What hangs is left
 * alone; the next work gets another thread. Only the time that it attends counts as spent. Used by one thread.
 */
final class Attendant {

    private static final long GLANCE_MILLIS = 20;

    private final Stopwatch stopwatch;
    private final Patience patience;
    private long spentNanos;
    private boolean hung;

    Attendant(Stopwatch stopwatch, Patience patience) {
        this.stopwatch = stopwatch;
        this.patience = patience;
    }

    /** Work that may end with an exception of a kind. */
    @FunctionalInterface
    interface Work<T, X extends Exception> {
        T run() throws X;
    }

    /** Whether anything that it attended to has not returned. */
    boolean sawHang() {
        return this.hung;
    }

    /** @param what is done, for the sentence that says what hangs when no native call does */
    <T, X extends Exception> T attend(String what, Work<T, X> work) throws X, HangException {
        FutureTask<T> task = new FutureTask<>(work::run);
        Thread thread = new Thread(task, "gpulse-doctor");
        thread.setDaemon(true);
        long begun = System.nanoTime();
        thread.start();
        try {
            return await(task, what, thread, begun);
        } finally {
            this.spentNanos += System.nanoTime() - begun;
        }
    }

    private <T, X extends Exception> T await(FutureTask<T> task, String what, Thread thread, long begun)
            throws X, HangException {
        while (true) {
            try {
                return task.get(GLANCE_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException later) {
                giveUpIfInVain(what, thread, begun);
            } catch (ExecutionException failure) {
                throw Attendant.<X>rethrown(failure);
            } catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
                throw new HangException(what + " was not waited for.");
            }
        }
    }

    private void giveUpIfInVain(String what, Thread thread, long begun) throws HangException {
        long now = System.nanoTime();
        Optional<Stopwatch.Step> step = this.stopwatch.inside(thread);
        long since = step.map(Stopwatch.Step::sinceNanos).orElse(begun);
        boolean tooLong = step.isPresent() && now - since > this.patience.call().toNanos();
        boolean spent = this.spentNanos + now - begun > this.patience.all().toNanos();
        if (tooLong || spent) {
            this.hung = true;
            throw new HangException(step.map(Stopwatch.Step::symbol).orElse(what) + " has not returned for "
                    + TimeUnit.NANOSECONDS.toSeconds(now - since) + " s.");
        }
    }

    /** What the work threw, as it threw it. */
    @SuppressWarnings("unchecked")
    private static <X extends Exception> X rethrown(ExecutionException failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        if (cause instanceof RuntimeException unexpected) {
            throw unexpected;
        }
        if (cause instanceof Error broken) {
            throw broken;
        }
        return (X) cause;
    }
}
