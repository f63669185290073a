package io.gpulse.web;

import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a subscription to rounds or events alive: an exception costs one element. Equal exceptions in succession are
 * logged once. Thread-safe.
 */
public final class ConsumerGuard {

    private static final Logger log = LoggerFactory.getLogger(ConsumerGuard.class);

    private final String part;
    private final String name;
    private volatile @Nullable String failure;
    private @Nullable String known;

    /**
     * @param part name of the part in the status
     * @param name name of the work, at the start of a sentence
     */
    public ConsumerGuard(String part, String name) {
        this.part = part;
        this.name = name;
    }

    /** Wraps a consumer so that it does not throw. */
    public <T> Consumer<T> around(Consumer<T> consumer) {
        return (element) -> run(() -> consumer.accept(element));
    }

    /** Runs work and reports its exceptions; rethrows an error of the virtual machine. */
    public void run(Runnable work) {
        try {
            work.run();
            succeeded();
        } catch (Throwable failed) {
            if (failed instanceof VirtualMachineError fatal && !(failed instanceof StackOverflowError)) {
                throw fatal;
            }
            failed(failed);
        }
    }

    /** Reports a failure. */
    public synchronized void failed(Throwable failed) {
        String kind = kind(failed);
        if (!kind.equals(this.known)) {
            log.error("{} failed; trying again", this.name, failed);
        }
        this.known = kind;
        this.failure = this.name + " fails: " + failed;
    }

    /** Ignores the message, which may differ in each round. */
    private static String kind(Throwable failed) {
        StackTraceElement[] trace = failed.getStackTrace();
        return failed.getClass().getName() + (trace.length == 0 ? "" : trace[0]);
    }

    /** Ends a failure that was reported before. */
    public void succeeded() {
        if (this.failure != null) {
            recovered();
        }
    }

    private synchronized void recovered() {
        this.failure = null;
        this.known = null;
        log.info("{} works again", this.name);
    }

    /** Returns the failure of the last element; empty if that succeeded. */
    public Optional<FailureMonitor.Failure> failure() {
        return Optional.ofNullable(this.failure).map((detail) -> new FailureMonitor.Failure(this.part, detail));
    }
}
