package io.gpulse.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Programs that print something and end. */
final class Children {

    private Children() {}

    /** Waits for its end. */
    static List<String> linesOf(ProcessBuilder builder) throws IOException {
        Process process = builder.start();
        Thread end = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(end);
        try {
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (Machine.exitOf(process) != 0) {
                throw new IOException(builder.command() + " failed: " + said);
            }
            return said.lines().toList();
        } finally {
            Runtime.getRuntime().removeShutdownHook(end);
        }
    }

    /** Returns the CPU time of a program from start to end, in ms; the kernel counts it in steps of 10. */
    static double cpuMillisOf(ProcessBuilder builder) throws IOException {
        double before = cpuMillisOfEnded();
        linesOf(builder);
        return cpuMillisOfEnded() - before;
    }

    /** Returns the CPU time of the children that have ended. */
    private static double cpuMillisOfEnded() throws IOException {
        String stat = Files.readString(Path.of("/proc/self/stat"));
        String[] behindName = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(behindName[13]) + Long.parseLong(behindName[14])) * Child.MILLIS_PER_TICK;
    }
}
