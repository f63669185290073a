package io.gpulse.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A server in a process of its own; its cost is read from the kernel. */
final class Child implements AutoCloseable {

    /** The kernel counts CPU time in hundredths of a second, everywhere. */
    static final double MILLIS_PER_TICK = 10;

    private final Process process;
    private final Thread end;

    Child(List<String> command, Path folder, Path log) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        // Settings in the environment of the build are for its own JVMs.
        builder.environment().keySet().removeIf((name) -> name.startsWith("GPULSE_") || name.startsWith("SERVER_"));
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        builder.environment().put("STATE_DIRECTORY", state(log).toString());
        this.process = builder.start();
        this.process.getOutputStream().close();
        this.end = new Thread(this.process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(this.end);
    }

    /** Returns the folder of the history of a server with this log. */
    static Path state(Path log) {
        return log.resolveSibling("state");
    }

    String id() {
        return String.valueOf(this.process.pid());
    }

    boolean isAlive() {
        return this.process.isAlive();
    }

    /** Returns the CPU time so far, in ms. */
    double cpuMillis() {
        return cpuMillis(read("stat"));
    }

    /** Returns the part of that CPU time that the JVM's compilers used. */
    double compilingMillis() throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc", id(), "task"))) {
            return threads.map((thread) -> read("task/" + thread.getFileName() + "/stat"))
                    .filter((stat) -> stat.contains("(C1 Comp") || stat.contains("(C2 Comp"))
                    .mapToDouble(Child::cpuMillis)
                    .sum();
        }
    }

    /** Returns the context switches of each thread by its number and name; most are wake-ups. */
    Map<String, Long> switches() throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc", id(), "task"))) {
            return threads.map((thread) -> "task/" + thread.getFileName() + "/status")
                    .map(this::readUnlessEnded)
                    .filter((status) -> !status.isEmpty())
                    .collect(Collectors.toMap(
                            (status) -> figure(status, "Pid:") + " " + figure(status, "Name:"),
                            (status) -> Long.parseLong(figure(status, "voluntary_ctxt_switches:"))
                                    + Long.parseLong(figure(status, "nonvoluntary_ctxt_switches:"))));
        }
    }

    private static String figure(String status, String name) {
        return status.lines()
                .filter((line) -> line.startsWith(name))
                .map((line) -> line.substring(name.length()).strip())
                .findFirst()
                .orElseThrow();
    }

    /** A thread may end between being listed and being read. */
    private String readUnlessEnded(String file) {
        try {
            return read(file);
        } catch (UncheckedIOException ended) {
            return "";
        }
    }

    private static double cpuMillis(String stat) {
        String[] behindName = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(behindName[11]) + Long.parseLong(behindName[12])) * MILLIS_PER_TICK;
    }

    double residentMegabytes() {
        return read("status")
                        .lines()
                        .filter((line) -> line.startsWith("VmRSS:"))
                        .mapToLong((line) -> Long.parseLong(line.replaceAll("\\D", "")))
                        .sum()
                * 1024
                / 1e6;
    }

    private String read(String file) {
        try {
            return Files.readString(Path.of("/proc", id(), file));
        } catch (IOException ended) {
            throw new UncheckedIOException("Process " + id() + " has ended", ended);
        }
    }

    /** Terminates the process, and waits for its end. */
    @Override
    public void close() {
        this.process.destroy();
        try {
            if (!this.process.waitFor(60, TimeUnit.SECONDS)) {
                this.process.destroyForcibly();
            }
        } catch (InterruptedException ex) {
            this.process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().removeShutdownHook(this.end);
    }
}
