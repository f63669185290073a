package io.gpulse.smi;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The documents of one nvidia-smi process, which prints one every few seconds until it is ended. It is ended when it
 * prints none for too long, prints something else, or gpulse ends.
 */
final class ProgramFeed implements DocumentFeed {

    private static final int CHUNK = 1 << 14;
    private static final int LONGEST_ERRORS = 2000;
    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    /** The time in which a process that was ended is gone. */
    private static final Duration LAST_MOMENT = Duration.ofSeconds(2);

    private final Process process;
    private final Timing timing;
    private final Collection<GpuElement> unreachable;
    private final DocumentSplitter splitter = new DocumentSplitter();
    private final StringBuilder errors = new StringBuilder();
    private final Thread errorReader;
    private final Thread atExit;
    private @Nullable Received last;
    private @Nullable SmiRefusedException ended;
    private long lastNanos;
    private Duration fresh;
    private long number;

    /**
     * The times of a feed.
     *
     * @param every seconds between two documents
     * @param patience how long to wait for a document after the last one is too old to be shown
     * @param clock the time of day
     * @param nanos the monotonic clock
     */
    record Timing(int every, Duration patience, InstantSource clock, LongSupplier nanos) {

        /** Returns the times for an interval of snapshots: nvidia-smi knows whole seconds, at least one. */
        static Timing of(Duration interval, Duration patience) {
            long seconds = (interval.toMillis() + 999) / 1000;
            return new Timing((int) Math.max(1, seconds), patience, InstantSource.system(), System::nanoTime);
        }

        /** Returns how long a document is shown. */
        Duration fresh() {
            return Duration.ofSeconds(3L * this.every);
        }

        /** Returns how long a document is shown that took this long: some machines need seconds for each. */
        Duration fresh(Duration period) {
            Duration twice = period.multipliedBy(2);
            Duration most = twice.compareTo(this.patience) < 0 ? twice : this.patience;
            return most.compareTo(fresh()) < 0 ? fresh() : most;
        }
    }

    private ProgramFeed(Process process, Timing timing, Collection<GpuElement> unreachable) {
        this.process = process;
        this.timing = timing;
        this.unreachable = unreachable;
        this.lastNanos = timing.nanos().getAsLong();
        this.fresh = timing.fresh();
        this.errorReader = thread("gpulse-smi-errors", this::readErrors);
        this.atExit = new Thread(() -> Child.end(process), "gpulse-smi-end");
    }

    /** Starts the program for all GPUs. */
    static ProgramFeed start(Path program, Timing timing) throws SmiRefusedException {
        return start(program, timing, List.of(), List.of());
    }

    /**
     * Starts the program.
     *
     * @param busIds of the GPUs to print; empty for all
     * @param unreachable GPUs that it cannot print
     */
    static ProgramFeed start(Path program, Timing timing, List<String> busIds, Collection<GpuElement> unreachable)
            throws SmiRefusedException {
        List<String> arguments = new ArrayList<>(List.of("-q", "-x", "-l", Integer.toString(timing.every())));
        if (!busIds.isEmpty()) {
            arguments.addAll(List.of("-i", String.join(",", busIds)));
        }
        Process process = new Child(program, timing.patience()).start(arguments);
        ProgramFeed feed = new ProgramFeed(process, timing, unreachable);
        Runtime.getRuntime().addShutdownHook(feed.atExit);
        feed.errorReader.start();
        thread("gpulse-smi-reader", feed::readDocuments).start();
        return feed;
    }

    private static Thread thread(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    @Override
    public String origin() {
        return "nvidia-smi";
    }

    @Override
    public synchronized @Nullable Received last() {
        return this.last;
    }

    @Override
    public synchronized Received newest() throws SmiRefusedException {
        Received shown = shown();
        while (shown == null) {
            awaitChange();
            shown = shown();
        }
        return shown;
    }

    private @Nullable Received shown() throws SmiRefusedException {
        if (this.ended != null) {
            throw new SmiRefusedException(this.ended.sentence(), this.ended.result());
        }
        return this.last != null && age() <= this.fresh.toNanos() ? this.last : null;
    }

    /** Returns the time since the last document, or since the start. */
    private long age() {
        return this.timing.nanos().getAsLong() - this.lastNanos;
    }

    /** Waits for the next document or the end; ends the program after too long a time. */
    private void awaitChange() {
        Duration most = this.last == null
                ? this.timing.patience()
                : this.timing.patience().plus(this.fresh);
        long left = most.toNanos() - age();
        if (left <= 0) {
            end("It has printed no snapshot for " + most.toSeconds() + " s and was ended.");
            return;
        }
        try {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            end("It was not waited for.");
        }
    }

    private void readDocuments() {
        try (InputStream stream = this.process.getInputStream()) {
            byte[] chunk = new byte[CHUNK];
            for (int length = stream.read(chunk); length >= 0; length = stream.read(chunk)) {
                for (int place = 0; place < length; place++) {
                    Optional<byte[]> document = this.splitter.add(chunk[place]);
                    if (document.isPresent()) {
                        publish(XmlReader.read(document.get()).with(this.unreachable));
                    }
                }
            }
            end(lastWords());
        } catch (SmiRefusedException refusal) {
            end(refusal);
        } catch (IOException closed) {
            end("Its output cannot be read: " + closed.getMessage() + ".");
        } catch (RuntimeException | Error defect) {
            end("Its output cannot be read: " + defect + ".");
        }
    }

    private synchronized void publish(SmiDocument document) {
        if (this.last != null) {
            this.fresh = this.timing.fresh(Duration.ofNanos(age()));
        }
        this.last = new Received(document, this.timing.clock().instant(), ++this.number, null);
        this.lastNanos = this.timing.nanos().getAsLong();
        notifyAll();
    }

    /** Returns why the program has closed its output. */
    private SmiRefusedException lastWords() {
        try {
            this.errorReader.join(LAST_WORDS.toMillis());
            if (!this.process.waitFor(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS)) {
                return new SmiRefusedException("It closed its output and was ended.");
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            return new SmiRefusedException("It was not waited for.");
        }
        String outside = this.splitter.outside();
        if (this.splitter.isInside()) {
            outside = "a document that is cut off\n" + outside;
        }
        return SmiExit.refusal(new Child.Result(this.process.exitValue(), outside, errors()));
    }

    /** Reads the error output to its end, and keeps its beginning. */
    private void readErrors() {
        try (InputStream stream = this.process.getErrorStream()) {
            byte[] chunk = new byte[CHUNK];
            for (int length = stream.read(chunk); length >= 0; length = stream.read(chunk)) {
                addErrors(new String(chunk, 0, Math.min(length, LONGEST_ERRORS), StandardCharsets.UTF_8));
            }
        } catch (IOException closed) {
            addErrors("\n");
        }
    }

    private void addErrors(String text) {
        synchronized (this.errors) {
            int room = LONGEST_ERRORS - this.errors.length();
            this.errors.append(text, 0, Math.min(text.length(), Math.max(0, room)));
        }
    }

    private String errors() {
        synchronized (this.errors) {
            return this.errors.toString();
        }
    }

    /**
     * Returns the process where it was ended and is still there after a moment: one that waits for the driver cannot be
     * ended.
     */
    Optional<Long> unended() {
        synchronized (this) {
            if (this.ended == null) {
                return Optional.empty();
            }
        }
        try {
            this.process.waitFor(LAST_MOMENT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
        return this.process.isAlive() ? Optional.of(this.process.pid()) : Optional.empty();
    }

    private void end(String sentence) {
        end(new SmiRefusedException(sentence));
    }

    private void end(SmiRefusedException why) {
        Child.end(this.process);
        synchronized (this) {
            if (this.ended == null) {
                this.ended = why;
            }
            notifyAll();
        }
    }

    @Override
    public void close() {
        end("gpulse has ended it.");
        try {
            Runtime.getRuntime().removeShutdownHook(this.atExit);
        } catch (IllegalStateException ending) {
            // The hook is running.
        }
    }
}
