package io.gpulse.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A {@code /proc} whose every figure a test can set. */
public final class FakeProc {

    /** What kernels tell; a row with another key has a typing error. */
    private static final List<String> MEMORY_KEYS = List.of(
            "MemTotal",
            "MemFree",
            "MemAvailable",
            "Buffers",
            "Cached",
            "SwapTotal",
            "SwapFree",
            "Dirty",
            "Writeback",
            "AnonPages",
            "Mapped",
            "Shmem",
            "KReclaimable",
            "Slab",
            "SReclaimable",
            "CommitLimit",
            "Committed_AS");

    private static final String USUAL_STAT =
            "cpu  1000 10 500 8000 200 5 15 20 300 1\ncpu0 1 1 1 1 1 1 1 1 1 1\nintr 5 0\nctxt 77\nbtime 1700000000\n";

    private final Path root;
    private final Map<String, Long> memory = new LinkedHashMap<>();
    private final Map<String, String> load = new LinkedHashMap<>();

    public FakeProc(Path root) {
        this.root = root;
        MEMORY_KEYS.forEach((key) -> this.memory.put(key, 400_000L));
        this.load.put("1m", "0.20");
        this.load.put("5m", "0.18");
        this.load.put("15m", "0.12");
        write("stat", USUAL_STAT);
        write("meminfo", memoryLines());
        write("loadavg", loadLine());
    }

    public Path root() {
        return this.root;
    }

    /**
     * Makes a row's source tell this number, where the row's figure is one that this machine has.
     *
     * @return what a reading of the row is then
     */
    public double set(String file, String figure) {
        return switch (file) {
            case "meminfo" -> setMemory(figure);
            case "loadavg" -> setLoad(figure);
            case "stat" -> setBusy(figure);
            default -> throw new IllegalArgumentException("No fake of /proc/" + file);
        };
    }

    private double setMemory(String figure) {
        String[] keys = figure.split(" - ", 2);
        replaceMemory(keys[0], 654_321);
        if (keys.length == 2) {
            replaceMemory(keys[1], 321_654);
        }
        write("meminfo", memoryLines());
        return 1024 * (keys.length == 2 ? 654_321.0 - 321_654 : 654_321);
    }

    private void replaceMemory(String key, long kibibytes) {
        if (this.memory.replace(key, kibibytes) == null) {
            throw new IllegalArgumentException("No such key: " + key);
        }
    }

    private double setLoad(String figure) {
        if (this.load.replace(figure, "42.75") == null) {
            throw new IllegalArgumentException("No such mean: " + figure);
        }
        write("loadavg", loadLine());
        return 42.75;
    }

    /** 30 of 40 ticks: 5 each of user, nice, system, irq, softirq and steal, 6 idle, 4 waiting. */
    private double setBusy(String figure) {
        if (!figure.equals("cpu")) {
            throw new IllegalArgumentException("No such line: " + figure);
        }
        stat("cpu  1005 15 505 8006 204 10 20 25 300 1");
        return 75;
    }

    void stat(String line) {
        write("stat", line + "\ncpu0 9 9 9 9 9 9 9 9 9 9\n");
    }

    void write(String file, String content) {
        try {
            Path path = this.root.resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, content);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    void delete(String file) {
        try {
            Files.delete(this.root.resolve(file));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private String memoryLines() {
        StringBuilder lines = new StringBuilder();
        this.memory.forEach((key, kibibytes) -> lines.append(String.format("%-16s%8d kB%n", key + ":", kibibytes)));
        return lines.append("HugePages_Total:       0\n").toString();
    }

    private String loadLine() {
        return String.join(" ", this.load.values()) + " 1/80 11206\n";
    }
}
