package io.gpulse.kit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A process's figures from {@code /proc}.
 *
 * @param residentKilobytes VmRSS
 * @param cpuTicks user and system time, in hundredths of a second
 * @param threads how many it has
 */
record ProcessFigures(long residentKilobytes, long cpuTicks, int threads) {

    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;
    private static final int THREADS = 17;

    static Optional<ProcessFigures> of(long pid) {
        Path folder = Path.of("/proc", Long.toString(pid));
        try {
            return Optional.of(
                    parse(Files.readString(folder.resolve("status")), Files.readString(folder.resolve("stat"))));
        } catch (IOException ended) {
            return Optional.empty();
        }
    }

    /** Parses the files of a process; the program's name is in parentheses and can contain any character. */
    static ProcessFigures parse(String status, String stat) {
        long resident = status.lines()
                .filter((line) -> line.startsWith("VmRSS:"))
                .mapToLong((line) -> Long.parseLong(line.replaceAll("\\D", "")))
                .sum();
        String[] behindName = stat.substring(stat.lastIndexOf(')') + 2).strip().split(" ");
        return new ProcessFigures(
                resident,
                Long.parseLong(behindName[USER_TIME]) + Long.parseLong(behindName[SYSTEM_TIME]),
                Integer.parseInt(behindName[THREADS]));
    }

    double residentMegabytes() {
        return this.residentKilobytes * 1024 / 1e6;
    }
}
