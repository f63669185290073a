package io.gpulse.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.util.FileSystemUtils;

/** gpulse in a JVM of its own, with the demo's eight GPUs unless another source is named. */
final class Gpulse implements AutoCloseable {

    private static final String SOURCE = "--gpulse.source=";
    private static final long PATIENCE_NANOS = 180_000_000_000L;

    private final Child child;
    private final int port;
    private final Duration firstAnswer;

    private Gpulse(Child child, int port, Duration firstAnswer) {
        this.child = child;
        this.port = port;
        this.firstAnswer = firstAnswer;
    }

    /**
     * Starts gpulse; returns when it responds.
     *
     * @param launch java, its options and the jar
     */
    static Gpulse started(Setting setting, Path folder, List<String> launch, String... settings) throws Exception {
        int port = Web.freePort();
        List<String> command = new ArrayList<>(launch);
        command.add("--server.port=" + port);
        command.addAll(List.of(settings));
        if (command.stream().noneMatch((word) -> word.startsWith(SOURCE))) {
            command.add(SOURCE + "demo");
        }
        Path log = setting.work().resolve("gpulse.log");
        // Without the history of an earlier run, perhaps of another version.
        FileSystemUtils.deleteRecursively(Child.state(log));
        long startedAt = System.nanoTime();
        Child child = new Child(command, folder, log);
        while (Web.get(port, "/api/v1/snapshot").isEmpty()) {
            if (!child.isAlive() || System.nanoTime() - startedAt > PATIENCE_NANOS) {
                child.close();
                throw new IOException("gpulse did not start; see " + log);
            }
            Thread.sleep(10);
        }
        return new Gpulse(child, port, Duration.ofNanos(System.nanoTime() - startedAt));
    }

    Child process() {
        return this.child;
    }

    int port() {
        return this.port;
    }

    /** Returns the time from the start to the first response with status 200. */
    Duration firstAnswer() {
        return this.firstAnswer;
    }

    byte[] snapshot(String view) throws IOException {
        return Web.get(this.port, "/api/v1/snapshot?view=" + view)
                .orElseThrow(() -> new IOException("No snapshot of view " + view));
    }

    /** Returns the size of the live heap after a full collection. */
    double liveMegabytes(Setting setting) throws IOException {
        List<String> histogram =
                Children.linesOf(new ProcessBuilder(setting.tool("jcmd"), this.child.id(), "GC.class_histogram"));
        String total = histogram.stream()
                .filter((line) -> line.startsWith("Total"))
                .findFirst()
                .orElseThrow();
        return Long.parseLong(total.trim().split("\\s+")[2]) / 1e6;
    }

    /** Returns the number of loaded classes, those from an archive included. */
    double loadedClasses(Setting setting) throws IOException {
        return Children.linesOf(new ProcessBuilder(setting.tool("jcmd"), this.child.id(), "PerfCounter.print")).stream()
                .filter((line) -> line.matches("(sun|java)\\.cls\\.(loadedClasses|sharedLoadedClasses)=.*"))
                .mapToDouble((line) -> Double.parseDouble(line.substring(line.indexOf('=') + 1)))
                .sum();
    }

    @Override
    public void close() {
        this.child.close();
    }
}
