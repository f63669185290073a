package io.gpulse.insight.window;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.HostSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.device.SourceKind;
import io.gpulse.history.accounting.LinkErrorCount;
import io.gpulse.history.accounting.TimedSnapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The machine and its GPUs: what is now, and what was. Used by one thread. */
public final class MachineWindow {

    private static final long FORGOTTEN = Duration.ofMinutes(10).toMillis();

    private final WatchList watched;
    private final ObservationScope sight;
    private final Map<String, GpuWindow> gpus = new LinkedHashMap<>();
    private final XidLog xids = new XidLog();
    private List<LinkErrorCount> earlier = List.of();
    private @Nullable SourceKind source;
    private @Nullable Snapshot latest;
    private @Nullable Ring host;
    private List<GpuWindow> listed = List.of();
    private boolean onBattery;
    private int mostListed;
    private long now;

    public MachineWindow(WatchList watched, ObservationScope sight) {
        this.watched = watched;
        this.sight = sight;
    }

    /** @return whether what was before is of another source, and forgotten */
    public boolean add(TimedSnapshot round) {
        Snapshot snapshot = round.snapshot();
        boolean other =
                this.source != null && isOther(this.source, snapshot.source().kind());
        if (other) {
            this.gpus.clear();
            this.host = null;
        }
        if (snapshot.source().kind() != SourceKind.NONE) {
            this.source = snapshot.source().kind();
        }
        this.now = round.nanos() / 1_000_000;
        this.latest = snapshot;
        this.onBattery = !snapshot.source().simulated() && this.sight.battery().getAsBoolean();
        this.mostListed = Math.max(other ? 0 : this.mostListed, snapshot.gpus().size());
        snapshot.gpus().forEach((gpu) -> window(gpu, snapshot.every()).add(gpu, this.now, snapshot.takenAt()));
        this.gpus.values().removeIf((gpu) -> this.now - gpu.seenAt() > FORGOTTEN);
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
        GpuIdentity identity = gpu.identity();
        String key = identity == null ? "GPU-" + gpu.index() : identity.uuid();
        GpuWindow known = this.gpus.get(key);
        if (known != null) {
            return known;
        }
        // What was known of it by its index alone is the same one's.
        GpuWindow unnamed = this.gpus.remove("GPU-" + gpu.index());
        GpuWindow first = unnamed == null ? new GpuWindow(this.watched, gpu, every, this.now) : unnamed;
        first.restore(earlierOf(key));
        this.gpus.put(key, first);
        return first;
    }

    private void addHost(Snapshot snapshot) {
        HostSample sample = snapshot.host();
        if (sample != null) {
            if (this.host == null) {
                this.host = Ring.ofHour(
                        this.watched.hourOf(Scope.HOST), snapshot.every().toMillis());
            }
            this.host.add(this.now, sample.readings());
        }
    }

    /**
     * What an earlier gpulse saw of error counters of links.
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

    public XidLog xids() {
        return this.xids;
    }

    /** Milliseconds of a monotonic clock. */
    public long now() {
        return this.now;
    }

    /** Whether nothing was sampled yet. */
    public boolean isEmpty() {
        return this.latest == null;
    }

    /** When the latest round began. */
    public Instant wall() {
        return latest().takenAt();
    }

    public Snapshot latest() {
        if (this.latest == null) {
            throw new IllegalStateException("Nothing was sampled yet");
        }
        return this.latest;
    }

    /** Whether a process that is not told of is not there. */
    public boolean seesProcesses() {
        return this.sight.processes() || latest().source().simulated();
    }

    /** The highest number of GPUs that the driver listed in one round. */
    public int mostListed() {
        return this.mostListed;
    }

    /** Whether the machine runs on battery. */
    public boolean isOnBattery() {
        return this.onBattery;
    }

    /** Whether the driver is that of Windows, which reports no processes and whose utilization may stay 0. */
    public boolean isOnWindows() {
        return this.sight.windows() && !latest().source().simulated();
    }

    /** Whether gpulse looks for GPUs. */
    public boolean looksForGpus() {
        return this.sight.gpus();
    }

    /** Those that the driver lists now, by index. */
    public List<GpuWindow> gpus() {
        return this.listed;
    }

    /** The machine's own rows; none before it was sampled. */
    public Readings host() {
        HostSample sample = latest().host();
        return sample == null ? Readings.NONE : sample.readings();
    }

    /** The mean of a row of the machine; NaN when it is not known. */
    public double hostMean(Metric metric, Duration span) {
        return this.host == null ? Double.NaN : this.host.of(metric).mean(this.now, span.toMillis());
    }
}
