package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The packaged jar, started as a user starts it, by the JVM that runs the tests. */
final class GpulseProcess implements AutoCloseable {

    private static final Pattern DASHBOARD = Pattern.compile("Dashboard (http://localhost:(\\d+))/");
    private static final int PATIENCE_IN_SECONDS = 120;

    /** Who reads waits until there is something to read; a small machine's common pool has no room for that. */
    private static final Executor READERS = Executors.newCachedThreadPool((work) -> {
        Thread reader = new Thread(work, "gpulse-process-reader");
        reader.setDaemon(true);
        return reader;
    });

    private final HttpClient client = HttpClient.newHttpClient();
    private final Process process;
    private final CompletableFuture<List<String>> complaints;
    private final BufferedReader output;
    private final List<String> said = new CopyOnWriteArrayList<>();

    private GpulseProcess(String... arguments) {
        List<String> command = new ArrayList<>(List.of(java(), "-jar", System.getProperty("packaged.jar")));
        command.addAll(List.of(arguments));
        ProcessBuilder starting = new ProcessBuilder(command);
        // What the environment of the build asks of its own JVMs or of gpulse is not meant for this one.
        starting.environment().keySet().removeIf(GpulseProcess::isMeantForTheBuild);
        try {
            this.process = starting.start();
        } catch (IOException ex) {
            throw new UncheckedIOException("The packaged jar cannot be started", ex);
        }
        this.output = this.process.inputReader();
        this.complaints = CompletableFuture.supplyAsync(
                () -> this.process.errorReader().lines().toList(), READERS);
    }

    /** Returns when gpulse has said where it is found; fails when it ends before. */
    static GpulseProcess started(String... arguments) {
        GpulseProcess gpulse = new GpulseProcess(arguments);
        try {
            CompletableFuture.runAsync(gpulse::readUntilGreeted, READERS)
                    .orTimeout(PATIENCE_IN_SECONDS, TimeUnit.SECONDS)
                    .join();
            return gpulse;
        } catch (CompletionException failure) {
            gpulse.close();
            throw new AssertionError(
                    "gpulse did not start; it said: " + gpulse.said() + gpulse.complaints(), failure.getCause());
        }
    }

    /** Returns when it has ended by itself. */
    static GpulseProcess ended(String... arguments) {
        try (GpulseProcess gpulse = new GpulseProcess(arguments)) {
            CompletableFuture<Void> reading =
                    CompletableFuture.runAsync(() -> gpulse.output.lines().forEach(gpulse.said::add), READERS);
            assertThat(gpulse.endsWithin(PATIENCE_IN_SECONDS))
                    .as("gpulse ends by itself")
                    .isTrue();
            reading.join();
            // Closing takes away what has not been read yet.
            gpulse.complaints.join();
            return gpulse;
        }
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

    // The greeting has a third line, after the one that names the port.
    private void readUntilGreeted() {
        boolean greeted = false;
        for (String line : (Iterable<String>) this.output.lines()::iterator) {
            this.said.add(line);
            if (greeted) {
                return;
            }
            greeted = DASHBOARD.matcher(line).find();
        }
        throw new IllegalStateException("It ended before it said where to find it");
    }

    int port() {
        return this.said.stream()
                .map(DASHBOARD::matcher)
                .filter(Matcher::find)
                .map((matcher) -> Integer.parseInt(matcher.group(2)))
                .findFirst()
                .orElseThrow();
    }

    String address() {
        return "http://127.0.0.1:" + port();
    }

    /** What it wrote to its standard output, line by line. */
    List<String> said() {
        return List.copyOf(this.said);
    }

    /** What it, or its JVM, wrote to its standard error. Waits for its end. */
    List<String> complaints() {
        return this.complaints.join();
    }

    HttpResponse<String> get(String path) {
        return this.client
                .sendAsync(request(path), HttpResponse.BodyHandlers.ofString())
                .join();
    }

    /** Returns when the first line is there; the rest goes on. */
    HttpResponse<Stream<String>> listen(String path) {
        return this.client
                .sendAsync(request(path), HttpResponse.BodyHandlers.ofLines())
                .join();
    }

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(URI.create(address() + path)).build();
    }

    /** SIGTERM, as docker and systemd send it. */
    void terminate() {
        this.process.destroy();
    }

    /** The next line of its standard output that is wanted; waits for it. */
    String nextLine(Predicate<String> wanted) {
        return CompletableFuture.supplyAsync(
                        () -> this.output
                                .lines()
                                .filter(wanted)
                                .findFirst()
                                .orElseThrow(() -> new IllegalStateException("It ended before it said so")),
                        READERS)
                .orTimeout(PATIENCE_IN_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    /** Lets it go on for so long, and ends it with SIGKILL. */
    void killAfter(long millis) {
        try {
            assertThat(this.process.waitFor(millis, TimeUnit.MILLISECONDS))
                    .as("it has ended by itself")
                    .isFalse();
            this.process.destroyForcibly().waitFor();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    boolean endsWithin(int seconds) {
        try {
            return this.process.waitFor(seconds, TimeUnit.SECONDS);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    int exitCode() {
        return this.process.exitValue();
    }

    @Override
    public void close() {
        this.process.destroyForcibly();
    }
}
