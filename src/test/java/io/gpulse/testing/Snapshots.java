package io.gpulse.testing;

import io.gpulse.device.Activity;
import io.gpulse.device.Condition;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.HostParts;
import io.gpulse.device.HostParts.PartSample;
import io.gpulse.device.HostProcess;
import io.gpulse.device.HostProcesses;
import io.gpulse.device.HostSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import io.gpulse.view.PublishedSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** Snapshots as the sampler would take them, one per second. */
public final class Snapshots {

    public static final long FIRST = 1_795_168_801_000L;
    public static final Source NVML = new Source(SourceKind.NVML, false, "580.95.05", "13.580.95", "13.0", null);

    private static final Instant BEGINNING = Instant.parse("2026-11-20T10:00:01.003Z");
    private static final Duration EVERY = Duration.ofSeconds(1);

    private Snapshots() {}

    /** The nth snapshot of the process, of one GPU. */
    public static Snapshot numbered(int n) {
        return of(n, NVML, List.of(gpu(0)));
    }

    public static Snapshot ofGpus(int count) {
        return of(0, NVML, IntStream.range(0, count).mapToObj(Snapshots::gpu).toList());
    }

    public static Snapshot of(int n, Source source, List<GpuSample> gpus) {
        return new Snapshot(
                FIRST + n,
                BEGINNING.plusSeconds(n),
                n * 1_000_000_000L,
                Duration.ofNanos(8_400_000),
                EVERY,
                source,
                gpus,
                host());
    }

    /** The same snapshot, taken at another time of the wall clock. */
    public static Snapshot at(Instant takenAt, Snapshot snapshot) {
        return new Snapshot(
                snapshot.sequence(),
                takenAt,
                snapshot.nanos(),
                snapshot.took(),
                snapshot.every(),
                snapshot.source(),
                snapshot.gpus(),
                snapshot.host());
    }

    /** The same snapshot, with this interval between rounds: with a long one it stays fresh during a test. */
    public static Snapshot every(Duration every, Snapshot snapshot) {
        return new Snapshot(
                snapshot.sequence(),
                snapshot.takenAt(),
                snapshot.nanos(),
                snapshot.took(),
                every,
                snapshot.source(),
                snapshot.gpus(),
                snapshot.host());
    }

    /** The same snapshot, published this time ago; it has no encoding. */
    public static PublishedSnapshot published(Duration age, Snapshot snapshot) {
        AtomicLong nanos = new AtomicLong();
        PublishedSnapshot published =
                new PublishedSnapshot(snapshot, (same, view, stale, json) -> {}, (same, growth) -> {}, nanos::get);
        nanos.set(age.toNanos());
        return published;
    }

    public static GpuSample gpu(int index) {
        return gpu(index, known(Scope.GPU));
    }

    public static GpuSample gpu(int index, Map<Metric, Reading> readings) {
        return new GpuSample(
                index,
                identity(index),
                new Condition(GpuState.OK, BEGINNING, null),
                BEGINNING,
                BEGINNING,
                GpuReadings.of(Readings.of(readings)),
                new Activity(null, BEGINNING.minusSeconds(60)));
    }

    public static GpuSample troubled(int index, GpuState state, String detail) {
        Condition condition = new Condition(state, BEGINNING, detail);
        return new GpuSample(index, identity(index), condition, BEGINNING, null, Readings.NONE);
    }

    /** Returns a GPU whose figures are of an earlier time. */
    public static GpuSample stale(int index) {
        Condition condition = new Condition(GpuState.STALE, BEGINNING, "It is old.");
        Readings readings = gpu(index).readings();
        return new GpuSample(index, identity(index), condition, BEGINNING, BEGINNING, readings);
    }

    public static GpuIdentity identity(int index) {
        String uuid = String.format(Locale.ROOT, "GPU-%da6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77", index);
        return new GpuIdentity(
                uuid, "NVIDIA H100 80GB HBM3", String.format(Locale.ROOT, "00000000:%02X:00.0", 0x1A + index));
    }

    /** Every row of a scope has a value; the long ones that an H100 has. */
    public static Map<Metric, Reading> known(Scope scope) {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.of(scope)) {
            readings.put(metric, known(metric));
        }
        if (scope == Scope.GPU) {
            readings.put(Metric.UTILIZATION_GPU, new Reading.Quantity(53));
            readings.put(Metric.MEMORY_USED, new Reading.Quantity(76_346_818_560.0));
            readings.put(Metric.MEMORY_TOTAL, new Reading.Quantity(85_520_809_984.0));
            readings.put(Metric.POWER_DRAW, new Reading.Quantity(367.2));
            readings.put(Metric.FAN_SPEED, Reading.absent(Reason.NOT_SUPPORTED));
            readings.put(Metric.MEMORY_KIND, Reading.absent(Reason.NOT_SUPPORTED));
        }
        return readings;
    }

    private static Reading known(Metric metric) {
        return switch (metric.spec().kind()) {
            case GAUGE, COUNTER -> new Reading.Quantity(76_346_818_560.0);
            case STATE -> metric.spec().reading(4L);
            case TEXT -> new Reading.Text("96.00.89.00.01");
        };
    }

    private static HostSample host() {
        HostParts parts = new HostParts(
                List.of(new PartSample("5", Readings.of(known(Scope.CORE)))),
                List.of(new PartSample("nvme0n1", Readings.of(known(Scope.DISK)))),
                List.of(new PartSample("eth0", Readings.of(known(Scope.NETWORK)))),
                List.of());
        return new HostSample("trn-h100-03", Readings.of(known(Scope.HOST)))
                .with(parts)
                .with(processes());
    }

    /** The higher its number, the more memory a process has; those with even numbers have not used a processor yet. */
    private static HostProcesses processes() {
        List<HostProcess> processes = IntStream.range(0, 25)
                .mapToObj((pid) -> new HostProcess(pid, "python", Readings.of(process(pid))))
                .sorted(HostProcesses.BY_CPU)
                .toList();
        return new HostProcesses(BEGINNING, Readings.NONE, processes);
    }

    private static Map<Metric, Reading> process(int pid) {
        Map<Metric, Reading> readings = known(Scope.HOST_PROCESS);
        boolean even = pid % 2 == 0;
        readings.put(Metric.HOST_PROCESS_CPU, even ? Reading.absent(Reason.NO_DATA) : new Reading.Quantity(100 - pid));
        readings.put(Metric.HOST_PROCESS_MEMORY, new Reading.Quantity(1024.0 * pid));
        return readings;
    }
}
