package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.Wait;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A JVM of the same release as the one that runs the tests, with its output. */
public class JavaProcess implements AutoCloseable {

    /** Options that halve the CPU time of a short run: one compiler, and a collector with one thread. */
    public static final List<String> SHORT_RUN = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    static final int PATIENCE_IN_SECONDS = (int) Wait.PATIENCE.toSeconds();

    /** Readers block until output arrives; the common pool of a small machine has no threads for that. */
    static final Executor READERS = Executors.newCachedThreadPool((work) -> {
        Thread reader = new Thread(work, "java-process-reader");
        reader.setDaemon(true);
        return reader;
    });

    private final Process process;
    private final CompletableFuture<List<String>> errors;
    private final BufferedReader reader;
    private final List<String> output = new CopyOnWriteArrayList<>();

    /**
     * Starts a JVM.
     *
     * @param arguments its options, what it runs and the arguments of that
     * @param environment variables in addition to those of the build
     */
    public JavaProcess(List<String> arguments, Map<String, String> environment) {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(arguments);
        ProcessBuilder starting = new ProcessBuilder(command);
        // Variables for the JVMs of the build, or for gpulse, are not meant for this one.
        starting.environment().keySet().removeIf(JavaProcess::isMeantForTheBuild);
        starting.environment().putAll(environment);
        try {
            this.process = starting.start();
        } catch (IOException ex) {
            throw new UncheckedIOException("The JVM cannot be started", ex);
        }
        this.reader = this.process.inputReader();
        this.errors = CompletableFuture.supplyAsync(
                () -> this.process.errorReader().lines().toList(), READERS);
    }

    static boolean isMeantForTheBuild(String variable) {
        return variable.startsWith("GPULSE_")
                || variable.startsWith("SERVER_")
                || variable.equals("JAVA_TOOL_OPTIONS")
                || variable.equals("JDK_JAVA_OPTIONS");
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Returns after the process has ended by itself, with all of its output. */
    public final void awaitEnd() {
        CompletableFuture<Void> reading =
                CompletableFuture.runAsync(() -> this.reader.lines().forEach(this.output::add), READERS);
        assertThat(endsWithin(PATIENCE_IN_SECONDS))
                .as("the process ends by itself")
                .isTrue();
        reading.join();
        // Closing discards unread output.
        this.errors.join();
    }

    /** Returns the next line of standard output that matches; waits for it. */
    public final String nextLine(Predicate<String> wanted) {
        return CompletableFuture.supplyAsync(() -> read(wanted), READERS)
                .orTimeout(PATIENCE_IN_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    private String read(Predicate<String> wanted) {
        for (String line : (Iterable<String>) this.reader.lines()::iterator) {
            this.output.add(line);
            if (wanted.test(line)) {
                return line;
            }
        }
        throw new IllegalStateException("The process ended before it printed the expected line");
    }

    /** Returns the lines of standard output that were read so far. */
    public final List<String> output() {
        return List.copyOf(this.output);
    }

    /** Returns standard error, of the program and of its JVM. Waits for its end. */
    public final List<String> errors() {
        return this.errors.join();
    }

    final long pid() {
        return this.process.pid();
    }

    /** Ends standard input, as the system does when the process that started this one has ended. */
    public final void closeInput() {
        try {
            this.process.getOutputStream().close();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Sends SIGTERM, as docker and systemd do. */
    final void terminate() {
        this.process.destroy();
    }

    /** Lets the process run for a while, and ends it with SIGKILL. */
    final void killAfter(long millis) {
        assertThat(endsWithin(millis, TimeUnit.MILLISECONDS))
                .as("it has ended by itself")
                .isFalse();
        close();
    }

    final boolean endsWithin(int seconds) {
        return endsWithin(seconds, TimeUnit.SECONDS);
    }

    private boolean endsWithin(long time, TimeUnit unit) {
        try {
            return this.process.waitFor(time, unit);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    public final int exitCode() {
        return this.process.exitValue();
    }

    /** Returns after the end: until then the process may write to a folder that the test deletes. */
    @Override
    public final void close() {
        this.process.destroyForcibly();
        assertThat(endsWithin(PATIENCE_IN_SECONDS)).as("SIGKILL ends it").isTrue();
    }
}
