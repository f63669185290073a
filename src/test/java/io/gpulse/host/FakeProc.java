package io.gpulse.host;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** A {@code /proc} whose every figure a test can set. */
public final class FakeProc {

    /** The keys of kernels; a row with another key is misspelt. */
    private static final List<String> MEMORY_KEYS = List.of(
            "MemTotal",
            "MemFree",
            "MemAvailable",
            "Buffers",
            "Cached",
            "SwapCached",
            "SwapTotal",
            "SwapFree",
            "Dirty",
            "AnonPages",
            "Shmem",
            "SReclaimable",
            "Committed_AS");

    /** Not the usual size, so that no code may assume it. */
    public static final int PAGE = 16_384;

    /** Ticks of user, nice, system, idle, iowait, irq, softirq, steal, guest: 40 without guests, 30 of them busy. */
    private static final long[] SOME_TIME = {5, 5, 5, 6, 4, 5, 5, 5, 3};

    /** Not the usual number of ticks per second either. */
    static final int TICKS_PER_SECOND = 250;

    private static final Map<String, Double> SHARES =
            Map.of("cpu", 75.0, "cpu user", 25.0, "cpu system", 37.5, "cpu iowait", 10.0, "cpu steal", 12.5);

    /** The process whose figures can be set. */
    public static final int BUSY = 4242;

    private static final long PAGES = 765;
    private static final int SENT_BADLY = 7;

    private final Path root;
    private final long[] ticks = {1000, 10, 500, 8000, 200, 5, 15, 20, 300};
    private final Map<String, Long> memory = new LinkedHashMap<>();
    private final Map<String, String> load = new LinkedHashMap<>(Map.of("1m", "0.20", "5m", "0.18", "15m", "0.12"));
    private final Map<String, Long> processes = new LinkedHashMap<>(Map.of("procs_running", 1L, "procs_blocked", 0L));
    private final Map<String, Long> counters = new LinkedHashMap<>();

    public FakeProc(Path root) {
        this.root = root;
        MEMORY_KEYS.forEach((key) -> this.memory.put(key, 400_000L));
        List.of("intr", "ctxt", "pswpin", "pswpout", "read", "written", "busy", "receive", "transmit")
                .forEach((counter) -> this.counters.put(counter, 4_000_000_000L));
        List.of("errs", "drop", "utime + stime").forEach((counter) -> this.counters.put(counter, 30L));
        this.counters.put("rss", PAGES);
        write("self/auxv", auxiliary(33, 4711, 6, PAGE, 17, TICKS_PER_SECOND, 0, 0));
        write("uptime", "1000.50 7000.00\n");
        writeAll();
    }

    public Path root() {
        return this.root;
    }

    /**
     * Sets the figure of a row's source. A counter grows with every call.
     *
     * @return the row's reading one second after the last one
     */
    public double set(String file, String figure) {
        double set = switch (file) {
            case "meminfo" -> setMemory(figure);
            case "loadavg" -> setLoad(figure);
            case "stat" -> setStat(figure);
            case "vmstat" -> count(figure, 321) * PAGE;
            case "diskstats" -> figure.equals("busy") ? count(figure, 250) / 10 : count(figure, 4321) * 512;
            case "net/dev" -> setNetwork(figure);
            case "PID" -> processes();
            case "PID/stat" -> setProcess(figure);
            case "PID/status" -> 0;
            case "bus/pci/devices" -> FakeBus.in(this);
            default -> throw new IllegalArgumentException("No fake of /proc/" + file);
        };
        writeAll();
        return set;
    }

    private double setMemory(String figure) {
        String[] keys = figure.split(" - ", 2);
        replace(this.memory, keys[0], 654_322L);
        if (keys.length == 2) {
            replace(this.memory, keys[1], 321_654L);
        }
        return 1024 * (keys.length == 2 ? 654_322.0 - 321_654 : 654_322);
    }

    private double setLoad(String figure) {
        replace(this.load, figure, "42.75");
        return 42.75;
    }

    /** Counters of both directions, of which one does not grow. */
    private double setNetwork(String figure) {
        if (figure.equals("errs") || figure.equals("drop")) {
            replace(this.counters, figure, 654L);
            return 654 + SENT_BADLY;
        }
        return count(figure, 54_322);
    }

    private double processes() {
        return List.of(Objects.requireNonNull(this.root.toFile().list())).stream()
                .filter((entry) -> entry.matches("\\d+"))
                .count();
    }

    private double setProcess(String figure) {
        if (figure.equals("rss")) {
            replace(this.counters, figure, PAGES);
            return PAGES * PAGE;
        }
        return figure.equals("state") ? 0 : count(figure, 500) * 100 / TICKS_PER_SECOND;
    }

    private double setStat(String figure) {
        String share = figure.replace("cpuN", "cpu");
        if (SHARES.containsKey(share)) {
            Arrays.setAll(this.ticks, (column) -> this.ticks[column] + SOME_TIME[column]);
            return SHARES.get(share);
        }
        if (this.counters.containsKey(figure)) {
            return count(figure, figure.length() * 1000L);
        }
        replace(this.processes, figure, (long) figure.length());
        return figure.length();
    }

    private double count(String figure, long more) {
        replace(this.counters, figure, this.counters.getOrDefault(figure, 0L) + more);
        return more;
    }

    private static <V> void replace(Map<String, V> figures, String figure, V value) {
        if (figures.replace(figure, value) == null) {
            throw new IllegalArgumentException("No such figure: " + figure);
        }
    }

    /** Adds a process that was started this number of hundredths of a second after the machine. */
    public FakeProc process(int pid, String name, long startedAt) {
        write(pid + "/comm", name + "\n");
        writeStatus(pid, name);
        write(pid + "/stat", "%d (%s) S 1 %s%d 0 0 0\n".formatted(pid, name, "7 ".repeat(17), startedAt));
        return this;
    }

    /** Adds a process with its start, its ticks in the kernel and its pages. */
    public FakeProc usage(int pid, long startedAt, long ticks, long pages) {
        String between = "7 ".repeat(6);
        return write(
                pid + "/stat",
                "%d (any) S 1 %s0 %d %s%d 0 %d 0\n".formatted(pid, "7 ".repeat(9), ticks, between, startedAt, pages));
    }

    private void writeStatus(int pid, String name) {
        write(pid + "/status", "Name:\t%s\nUid:\t7\t%s\t7\t7\n".formatted(name, ownUid()));
    }

    /** Sets the PID namespace of the reading process. */
    FakeProc namespace(String name) {
        return link("self/ns/pid", name);
    }

    FakeProc link(String file, String target) {
        try {
            Path path = this.root.resolve(file);
            Files.createDirectories(path.getParent());
            Files.createSymbolicLink(path, Path.of(target));
            return this;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    void stat(String line) {
        write("stat", line + "\ncpu0 9 9 9 9 9 9 9 9 9 9\n");
    }

    public FakeProc write(String file, String content) {
        try {
            Path path = this.root.resolve(file);
            Files.createDirectories(path.getParent());
            Path draft = path.resolveSibling(path.getFileName() + ".draft");
            Files.writeString(draft, content, StandardCharsets.ISO_8859_1);
            Files.move(draft, path, ATOMIC_MOVE, REPLACE_EXISTING);
            return this;
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

    private void writeAll() {
        write("meminfo", lines(this.memory, "%s:  %d kB\n") + "HugePages_Total:       0\n");
        write("loadavg", String.join(" ", List.of(load("1m"), load("5m"), load("15m"))) + " 1/80 11206\n");
        String columns = LongStream.of(this.ticks).mapToObj(Long::toString).collect(Collectors.joining(" "));
        write(
                "stat",
                "cpu  %1$s\ncpu0 %1$s\ncpu3 %1$s\n".formatted(columns) + events() + lines(this.processes, "%s %d\n")
                        + "softirq 9 8 7\n");
        write("vmstat", "nr_free_pages 7\npswpin %d\npswpout %d\npgpgin 5\n".formatted(at("pswpin"), at("pswpout")));
        write(
                "diskstats",
                "   8       0 sda 3 4 %d 6 7 8 %d 9 0 %d 2\n".formatted(at("read"), at("written"), at("busy")));
        write(
                "1/net/dev",
                "  eth0: %d 3 %d %d 0 0 0 0 %d 3 %5$d %5$d 0 0 0 0\n"
                        .replace("%5$d", Integer.toString(SENT_BADLY))
                        .formatted(at("receive"), at("errs"), at("drop"), at("transmit")));
        program(9, "init", 20, 2);
        program(BUSY, "busy (one) x", at("utime + stime"), at("rss"));
    }

    /** The value in JSON of a figure that is a text. */
    public String word(String figure) {
        try {
            return figure.equals("state")
                    ? "sleeping"
                    : Files.getOwner(this.root).getName();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** A sleeping process of the user that runs the test. */
    void program(int pid, String name, long ticks, long pages) {
        write(
                pid + "/stat",
                "%d (%s) S 1 7 7 0 -1 4194560 9 9 9 9 %d 20 9 9 20 0 1 0 5 9999 %d 18446744073709551615 1 1\n"
                        .formatted(pid, name, ticks - 20, pages));
        writeStatus(pid, name);
    }

    private Object ownUid() {
        try {
            return Files.getAttribute(this.root, "unix:uid");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private String events() {
        return "intr %d 0 1 2\nctxt %d\nbtime 1700000000\n".formatted(at("intr"), at("ctxt"));
    }

    private String load(String mean) {
        return this.load.getOrDefault(mean, "");
    }

    private long at(String counter) {
        return this.counters.getOrDefault(counter, 0L);
    }

    private static String lines(Map<String, Long> figures, String form) {
        return figures.entrySet().stream()
                .map((figure) -> form.formatted(figure.getKey(), figure.getValue()))
                .collect(Collectors.joining());
    }

    /** Words as the kernel writes them for a process of 64 bits. */
    static String auxiliary(long... words) {
        ByteBuffer bytes = ByteBuffer.allocate(words.length * Long.BYTES).order(ByteOrder.nativeOrder());
        LongStream.of(words).forEach(bytes::putLong);
        return new String(bytes.array(), StandardCharsets.ISO_8859_1);
    }
}
