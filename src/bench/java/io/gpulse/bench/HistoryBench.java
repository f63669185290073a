package io.gpulse.bench;

import com.sun.management.ThreadMXBean;
import io.gpulse.history.Batch;
import io.gpulse.history.HistoryProperties;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.SeriesKey;
import io.gpulse.history.StoredSample;
import io.gpulse.history.Subject;
import io.gpulse.history.Tier;
import io.gpulse.history.WindowQuery;
import io.gpulse.history.accounting.Accounting;
import io.gpulse.history.sqlite.HistoryEngine;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import io.gpulse.rounds.StoredMetrics;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.springframework.util.unit.DataSize;

/** The cost to write, store and query thirty days of minutes and one day of samples of eight GPUs. */
final class HistoryBench {

    private static final int GPUS = 8;
    private static final int METRICS = 40;
    private static final int ROUNDS_A_BATCH = 5;
    private static final int ASKED = 9;
    private static final long DAY = Duration.ofDays(1).toMillis();
    private static final long NOW = Instant.parse("2026-11-20T10:30:00Z").toEpochMilli();

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Random random = new Random(18);
    private final Paper paper;
    private final List<Subject> gpus = IntStream.range(0, GPUS)
            .mapToObj((index) -> new Subject("GPU-" + index + "a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77"))
            .toList();

    HistoryBench(Paper paper) {
        this.paper = paper;
    }

    void run() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("gpulse-history");
        HistoryProperties properties = new HistoryProperties(
                true, folder, Duration.ofDays(1), Duration.ofDays(30), DataSize.ofGigabytes(4), 4);
        try (HistoryStore store = new HistoryEngine(folder, properties, Clock.systemUTC())
                .open(false)
                .store()) {
            // One sample makes a minute, as sixty do.
            write(store, moments(NOW - 30 * DAY, NOW - DAY, 60_000), 600);
            store.prune(Instant.ofEpochMilli(NOW - 1));
            long minutes = store.extent().sizeBytes();
            this.paper.print("29 days of minutes and hours: " + minutes / 1_000_000 + " MB");
            double cpu = write(store, moments(NOW - DAY, NOW, 1000), ROUNDS_A_BATCH);
            long bytes = store.extent().sizeBytes() - minutes;
            this.paper.compare("CPU of a round of 8 GPUs and the machine, ms", cpu / (DAY / 1000.0), 0.3);
            double values = DAY / 1000.0 * GPUS * METRICS;
            this.paper.compare("bytes of a value, minutes of that day too", bytes / values, 6);
            query(store);
        }
        try (var files = Files.list(folder)) {
            files.forEach((file) -> file.toFile().delete());
        }
        Files.delete(folder);
        if (Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch((place) -> Files.isExecutable(Path.of(place, "promtool")))) {
            new PrometheusPeer(this.paper, NOW / 1000).run();
        } else {
            this.paper.print("Prometheus is not on the PATH and was not queried.");
        }
    }

    private void query(HistoryStore store) {
        List<Metric> metrics = metrics().subList(0, 12);
        List<SeriesKey> one = series(this.gpus, metrics.subList(0, 1));
        List<SeriesKey> alone = series(this.gpus.subList(0, 1), metrics.subList(0, 1));
        List<SeriesKey> twelve = series(this.gpus, metrics);
        this.paper.compare("12 h x 8 GPUs x 1 metric, ms", question(store, query(12, Tier.MINUTE, one)), 40);
        this.paper.compare("1 h x 8 GPUs x 12 metrics, ms", question(store, query(1, Tier.RAW, twelve)), 80);
        this.paper.compare("30 d x 8 GPUs x 1 metric, ms", question(store, query(720, Tier.HOUR, one)), 60);
        this.paper.compare("12 h x 1 GPU x 1 metric, ms", question(store, query(12, Tier.MINUTE, alone)), 40);
    }

    /** Of 360 buckets. */
    private static WindowQuery query(int hours, Tier tier, List<SeriesKey> series) {
        long step = hours * 10_000L;
        long to = -Math.floorDiv(-NOW, step) * step;
        return new WindowQuery(to - hours * 3_600_000L, to, step, tier, series);
    }

    /** @return its CPU in ms, the median of some */
    private double question(HistoryStore store, WindowQuery query) {
        double[] millis = new double[ASKED];
        for (int time = -ASKED; time < ASKED; time++) {
            long startedAt = this.threads.getCurrentThreadCpuTime();
            store.read(query);
            millis[Math.max(time, 0)] = (this.threads.getCurrentThreadCpuTime() - startedAt) / 1e6;
        }
        Arrays.sort(millis);
        return millis[ASKED / 2];
    }

    private static List<SeriesKey> series(List<Subject> subjects, List<Metric> metrics) {
        return subjects.stream()
                .flatMap((subject) -> metrics.stream().map((metric) -> new SeriesKey(subject, metric)))
                .toList();
    }

    private static List<Metric> metrics() {
        return StoredMetrics.of(Scope.GPU).all().stream()
                .filter((metric) -> !StoredMetrics.isRate(metric))
                .limit(METRICS)
                .toList();
    }

    private static LongStream moments(long from, long to, long every) {
        return LongStream.iterate(from, (at) -> at < to, (at) -> at + every);
    }

    /** @return its CPU time in ms, without the generation of the numbers */
    private double write(HistoryStore store, LongStream at, int rounds) {
        long[] moments = at.toArray();
        long nanos = 0;
        for (int round = 0; round < moments.length; round += rounds) {
            int end = Math.min(round + rounds, moments.length);
            List<StoredSample> samples = new ArrayList<>();
            for (int i = round; i < end; i++) {
                for (Subject gpu : this.gpus) {
                    samples.add(new StoredSample(gpu, moments[i], values()));
                }
            }
            Batch batch = new Batch(
                    known(Instant.ofEpochMilli(moments[end - 1])), samples, new Accounting().pending(), List.of());
            long startedAt = this.threads.getCurrentThreadCpuTime();
            store.append(batch);
            nanos += this.threads.getCurrentThreadCpuTime() - startedAt;
        }
        return nanos / 1e6;
    }

    private List<KnownGpu> known(Instant at) {
        return IntStream.range(0, GPUS)
                .mapToObj((index) ->
                        new KnownGpu(String.valueOf(this.gpus.get(index).uuid()), index, "NVIDIA H100 80GB HBM3", at))
                .toList();
    }

    private double[] values() {
        StoredMetrics stored = StoredMetrics.of(Scope.GPU);
        double[] values = stored.absent();
        for (Metric metric : metrics()) {
            values[stored.place(metric)] = value(metric);
        }
        return values;
    }

    private double value(Metric metric) {
        return switch (metric.spec().unit()) {
            case PERCENT, CELSIUS -> this.random.nextInt(100);
            case MEGAHERTZ -> 1000 + this.random.nextInt(980);
            case WATTS -> 100 + this.random.nextInt(600_000) / 1000.0;
            case BYTES -> 70e9 + this.random.nextInt(1000) * 2_097_152.0;
            case BYTES_PER_SECOND -> this.random.nextInt(2_000_000_000);
            default -> this.random.nextInt(3);
        };
    }
}
