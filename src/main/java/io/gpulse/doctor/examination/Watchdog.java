package io.gpulse.doctor.examination;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs work that may never end on a daemon thread and waits for it with a time limit. A hanging thread is left alone;
 * the next work gets another one. Only the waiting time counts as spent. Used by one thread.
 */
public final class Watchdog {

    private static final long GLANCE_MILLIS = 20;

    /** The factor by which a step without a native call, such as loading a library, may take longer than a call. */
    private static final int OUTSIDE = 3;

    private final CallTimer timer;
    private final ExaminationTimeouts timeouts;
    private long leftNanos;
    private boolean leftWork;

    public Watchdog(CallTimer timer, ExaminationTimeouts timeouts) {
        this.timer = timer;
        this.timeouts = timeouts;
        this.leftNanos = timeouts.all().toNanos();
    }

    /** Work that is waited for; its time ends at a reading of the clock. */
    private record Vigil(String step, Thread thread, long startedAt, long end) {}

    /** Adds the time that each GPU needs. */
    public void allowFor(int gpus) {
        this.leftNanos += this.timeouts.gpu().multipliedBy(gpus).toNanos();
    }

    /** Returns whether a watched call has not returned. */
    public boolean leftWork() {
        return this.leftWork;
    }

    /**
     * Waits for work.
     *
     * @param step the name of the step, for the message about a hang outside of native calls
     * @throws UnfinishedException when a step of it takes too long, or when all time is spent
     */
    public <T> T guard(String step, Callable<T> work) throws UnfinishedException {
        if (this.leftNanos <= 0) {
            throw UnfinishedException.noTime();
        }
        FutureTask<T> task = new FutureTask<>(work);
        Thread thread = new Thread(task, "gpulse-doctor");
        thread.setDaemon(true);
        long startedAt = now();
        thread.start();
        try {
            return await(task, new Vigil(step, thread, startedAt, startedAt + this.leftNanos));
        } finally {
            this.leftNanos -= now() - startedAt;
        }
    }

    /** Waits for work without a result. */
    public void guard(String step, Runnable work) throws UnfinishedException {
        guard(step, Executors.callable(work));
    }

    private <T> T await(FutureTask<T> task, Vigil vigil) throws UnfinishedException {
        while (true) {
            try {
                return task.get(GLANCE_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException later) {
                giveUpIfInVain(vigil);
            } catch (ExecutionException failure) {
                throw thrown(failure);
            } catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
                throw UnfinishedException.hang(vigil.step() + " was not waited for.");
            }
        }
    }

    /** Waits for a step that began in time as long as for any other, since it may be the one that hangs. */
    private void giveUpIfInVain(Vigil vigil) throws UnfinishedException {
        CallTimer.Step step = this.timer.step(vigil.thread()).orElse(CallTimer.Step.outside(vigil.startedAt()));
        long nanos = now() - step.sinceNanos();
        if (nanos > this.timeouts.call().toNanos() * (step.symbol().isPresent() ? 1 : OUTSIDE)) {
            this.leftWork = true;
            throw UnfinishedException.hang(step.symbol().orElse(vigil.step()) + " has not returned for "
                    + TimeUnit.NANOSECONDS.toSeconds(nanos) + " s.");
        }
        if (step.sinceNanos() - vigil.end() >= 0) {
            this.leftWork = true;
            throw UnfinishedException.noTime();
        }
    }

    private long now() {
        return this.timeouts.nanos().getAsLong();
    }

    /** Returns the exception of the work, and throws its error. */
    private static RuntimeException thrown(ExecutionException failure) {
        if (failure.getCause() instanceof Error broken) {
            throw broken;
        }
        return failure.getCause() instanceof RuntimeException unexpected
                ? unexpected
                : new IllegalStateException(failure);
    }
}
