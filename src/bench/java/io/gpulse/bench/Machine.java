package io.gpulse.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The machine and the revision that were measured. */
public final class Machine {

    private Machine() {}

    static String described(Setting setting) throws IOException {
        return String.join(
                System.lineSeparator(),
                "revision: " + revision(setting.base()),
                "JDK: " + setting.javaVersion() + " (" + setting.javaHome() + ")",
                "CPU: " + cpu() + ", " + Runtime.getRuntime().availableProcessors() + " cores",
                "load average at the start: " + load());
    }

    static String load() throws IOException {
        return Files.readString(Path.of("/proc/loadavg")).strip();
    }

    /** Returns the maximum number of open files of a process, to which the JVM raises its own limit. */
    static long mostOpenFiles() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/limits")).stream()
                .filter((line) -> line.startsWith("Max open files"))
                .map((line) -> line.trim().split("\\s{2,}")[2])
                .mapToLong((hard) -> hard.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(hard))
                .findFirst()
                .orElse(0);
    }

    private static String cpu() throws IOException {
        return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                .filter((line) -> line.startsWith("model name"))
                .map((line) -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse(System.getProperty("os.arch"));
    }

    private static String revision(Path base) {
        try {
            return output(base, "git", "rev-parse", "--short=12", "HEAD")
                    + (output(base, "git", "status", "--porcelain").isEmpty() ? "" : ", with changes");
        } catch (IOException noGit) {
            return "unknown";
        }
    }

    /** Returns the output of a short command. */
    static String output(Path folder, String... command) throws IOException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (exitOf(process) != 0) {
            throw new IOException(String.join(" ", command) + " failed");
        }
        return said;
    }

    static int exitOf(Process process) throws IOException {
        try {
            return process.waitFor();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted", ex);
        }
    }
}
