package io.gpulse.kit;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Starts other programs, and ends all that are still there when this one ends. */
final class ProgramRunner {

    private static final ProcessBuilder.Redirect NOTHING = ProcessBuilder.Redirect.from(new File("/dev/null"));
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final Set<Process> started = ConcurrentHashMap.newKeySet();

    ProgramRunner() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::endAll, "end-children"));
    }

    /** Runs a program to its end, at most for the given time. */
    ProgramResult run(List<String> command, Duration atMost) {
        Process process;
        try {
            process = start(builder(command));
        } catch (IOException ex) {
            return ProgramResult.failed("It cannot be started: " + ex.getMessage() + ".");
        }
        try {
            CompletableFuture<String> text = CompletableFuture.supplyAsync(() -> read(process.getInputStream()));
            CompletableFuture<String> errors = CompletableFuture.supplyAsync(() -> read(process.getErrorStream()));
            if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
                return ProgramResult.failed("It did not end within " + atMost.toSeconds() + " s and was ended.");
            }
            return new ProgramResult(
                    process.exitValue(),
                    text.get(GRACE.toSeconds(), TimeUnit.SECONDS),
                    errors.get(GRACE.toSeconds(), TimeUnit.SECONDS),
                    Optional.empty());
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            return ProgramResult.failed("It was not waited for.");
        } catch (ExecutionException | TimeoutException ex) {
            return ProgramResult.failed("Its output cannot be read: " + ex + ".");
        } finally {
            end(process);
        }
    }

    /**
     * Starts a long-running program with its output in a file. It runs in the file's folder, since the user's folder
     * may hold an application.yaml for another gpulse.
     */
    Process start(List<String> command, Path log) throws IOException {
        ProcessBuilder builder = builder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        return start(builder.directory(log.resolveSibling(".").toFile()));
    }

    private Process start(ProcessBuilder builder) throws IOException {
        Process process = builder.start();
        this.started.add(process);
        return process;
    }

    private static ProcessBuilder builder(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).redirectInput(NOTHING);
        builder.environment().put("LC_ALL", "C");
        // Settings for another gpulse or JVM would change the measurement.
        builder.environment()
                .keySet()
                .removeIf((name) -> name.startsWith("GPULSE_")
                        || name.startsWith("SERVER_")
                        || name.equals("JAVA_TOOL_OPTIONS")
                        || name.equals("JDK_JAVA_OPTIONS"));
        return builder;
    }

    /** Terminates a program, by force after a grace period, with all its descendants. */
    void end(Process process) {
        List<ProcessHandle> all = process.descendants().toList();
        process.destroy();
        try {
            if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException ex) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        all.forEach(ProcessHandle::destroyForcibly);
        this.started.remove(process);
    }

    private void endAll() {
        for (Process process : this.started) {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        }
        for (Process process : this.started) {
            end(process);
        }
    }

    private static String read(InputStream stream) {
        try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException ended) {
            return "";
        }
    }
}
