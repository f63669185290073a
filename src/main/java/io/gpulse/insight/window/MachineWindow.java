package io.gpulse.insight.window;

import io.gpulse.device.GpuSample;
import io.gpulse.device.HostSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.device.SourceKind;
import io.gpulse.event.Fault;
import io.gpulse.history.accounting.LinkErrorCount;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The present and the recent past of the machine and its GPUs. Not thread-safe. */
public final class MachineWindow {

    /** The metrics of the machine whose last hour is kept. */
    private static final Set<Metric> HOUR = Set.of(Metric.HOST_CPU_UTILIZATION, Metric.HOST_CPU_IOWAIT);

    private static final long RETENTION = Duration.ofMinutes(10).toMillis();

    private final ObservationScope scope;
    private final BiFunction<String, Instant, List<Fault>> faults;
    private final Map<String, GpuWindow> gpus = new LinkedHashMap<>();
    private List<LinkErrorCount> earlier = List.of();
    private @Nullable SourceKind source;
    private @Nullable Snapshot latest;
    private @Nullable Ring host;
    private List<GpuWindow> listed = List.of();
    private Set<Integer> monitored = Set.of();
    private boolean onBattery;
    private int mostListed;
    private long now;

    /** @param faults returns those that the driver reported of a GPU, by its UUID and the time */
    public MachineWindow(ObservationScope scope, BiFunction<String, Instant, List<Fault>> faults) {
        this.scope = scope;
        this.faults = faults;
    }

    /** Adds a round. Returns whether it is of another source, so that the past was dropped. */
    public boolean add(Snapshot snapshot) {
        boolean other =
                this.source != null && isOther(this.source, snapshot.source().kind());
        if (other) {
            this.gpus.clear();
            this.host = null;
        }
        if (snapshot.source().kind() != SourceKind.NONE) {
            this.source = snapshot.source().kind();
        }
        this.now = snapshot.nanos() / 1_000_000;
        this.latest = snapshot;
        this.onBattery = !snapshot.source().simulated() && this.scope.battery().getAsBoolean();
        this.mostListed = Math.max(other ? 0 : this.mostListed, snapshot.gpus().size());
        snapshot.gpus().forEach((gpu) -> window(gpu, snapshot.every()).add(gpu, this.now, snapshot.takenAt()));
        this.gpus.values().removeIf((gpu) -> this.now - gpu.seenAt() > RETENTION);
        this.listed = this.gpus.values().stream()
                .filter((gpu) -> gpu.seenAt() == this.now)
                .sorted(Comparator.comparingInt(GpuWindow::index))
                .toList();
        addHost(snapshot);
        return other;
    }

    private static boolean isOther(SourceKind before, SourceKind next) {
        return next != SourceKind.NONE && before != next;
    }

    private GpuWindow window(GpuSample gpu, Duration every) {
        String key = GpuWindow.key(gpu);
        GpuWindow known = this.gpus.get(key);
        if (known != null) {
            return known;
        }
        // A window that was known by its index alone is of this GPU.
        GpuWindow unnamed = this.gpus.remove("GPU-" + gpu.index());
        GpuWindow first = unnamed == null ? new GpuWindow(gpu, every, this.now) : unnamed;
        first.restore(earlierOf(key));
        this.gpus.put(key, first);
        return first;
    }

    private void addHost(Snapshot snapshot) {
        HostSample sample = snapshot.host();
        if (sample != null) {
            if (this.host == null) {
                this.host = Ring.ofHour(HOUR, snapshot.every().toMillis());
            }
            this.host.add(this.now, sample.readings());
        }
    }

    /**
     * Restores error counts of links of previous runs.
     *
     * @param counts the oldest first
     */
    public void restoreLinks(List<LinkErrorCount> counts) {
        this.earlier = List.copyOf(counts);
        this.gpus.forEach((key, gpu) -> gpu.restore(earlierOf(key)));
    }

    private List<LinkErrorCount> earlierOf(String uuid) {
        return this.earlier.stream()
                .filter((count) -> count.uuid().equals(uuid))
                .toList();
    }

    /** Sets the indexes of the GPUs whose faults the driver reports. */
    public void setMonitored(Set<Integer> gpus) {
        this.monitored = Set.copyOf(gpus);
    }

    /** Returns whether the driver reports faults of a GPU. */
    public boolean isMonitored(GpuWindow gpu) {
        return this.monitored.contains(gpu.index());
    }

    /** Returns the faults that the driver reported of a GPU within a day, the oldest first. */
    public List<Fault> faults(GpuWindow gpu) {
        return this.faults.apply(gpu.key(), wall());
    }

    /** Returns the time of the latest round by a monotonic clock, in ms. */
    public long now() {
        return this.now;
    }

    /** Returns when the latest round began. */
    public Instant wall() {
        return latest().takenAt();
    }

    public Snapshot latest() {
        if (this.latest == null) {
            throw new IllegalStateException("Nothing was sampled yet");
        }
        return this.latest;
    }

    /** Returns whether all processes are listed. */
    public boolean seesProcesses() {
        return this.scope.processes() || latest().source().simulated();
    }

    /** Returns the highest number of GPUs that the driver listed in one round. */
    public int mostListed() {
        return this.mostListed;
    }

    /** Returns whether the machine runs on battery. */
    public boolean isOnBattery() {
        return this.onBattery;
    }

    /** Returns whether the driver is that of Windows, which reports no processes and whose utilization may stay 0. */
    public boolean isOnWindows() {
        return this.scope.windows() && !latest().source().simulated();
    }

    /** Returns whether gpulse samples GPUs. */
    public boolean looksForGpus() {
        return this.scope.gpus();
    }

    /** Returns the GPUs that the driver lists, by index. */
    public List<GpuWindow> gpus() {
        return this.listed;
    }

    /** Returns the metrics of the machine; none before it was sampled. */
    public Readings host() {
        HostSample sample = latest().host();
        return sample == null ? Readings.NONE : sample.readings();
    }

    /** Returns the mean of a metric of the machine; NaN when it is unknown. */
    public double hostMean(Metric metric, Duration span) {
        return this.host == null ? Double.NaN : this.host.of(metric).mean(this.now, span.toMillis());
    }
}
