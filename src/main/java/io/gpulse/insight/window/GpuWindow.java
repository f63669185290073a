package io.gpulse.insight.window;

import io.gpulse.device.Activity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.LinkSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.history.accounting.LinkErrorCount;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One GPU: its latest sample, and the past of the metrics that rules use. */
public final class GpuWindow {

    /** The metrics whose last hour is kept, in slots of 5 s. */
    private static final Set<Metric> HOUR = Set.of(
            Metric.CLOCKS_SM,
            Metric.MEMORY_USED,
            Metric.POWER_DRAW,
            Metric.SHARE_BY_HW_THERMAL,
            Metric.SHARE_BY_POWER_BRAKE,
            Metric.SHARE_BY_POWER_CAP,
            Metric.SHARE_BY_SW_THERMAL,
            Metric.UTILIZATION_GPU);

    /** The metrics whose last two minutes are kept, round by round. */
    private static final Set<Metric> MINUTES = Set.of(
            Metric.ACTIVITY_SM,
            Metric.PCIE_RX,
            Metric.UTILIZATION_GPU,
            Metric.UTILIZATION_GPU_MAX,
            Metric.UTILIZATION_GPU_MIN);

    private final Ring hour;
    private final Ring minutes;
    private final long firstAt;
    private final Map<Integer, Map<Metric, ChangeLog>> links = new TreeMap<>();
    private final Set<Integer> linksEverUp = new HashSet<>();
    private @Nullable ChangeLog uncorrectedErrors;
    private GpuSample sample;
    private long seenAt;
    private @Nullable Instant countedAt;
    private @Nullable Instant idleSince;
    private @Nullable Instant lastIdleSince;
    private long idleFrom;
    private long busyAt = Long.MIN_VALUE / 2;

    GpuWindow(GpuSample first, Duration every, long now) {
        this.firstAt = now;
        this.sample = first;
        this.hour = Ring.ofHour(HOUR, every.toMillis());
        this.minutes = Ring.ofMinutes(MINUTES, every.toMillis());
    }

    void add(GpuSample next, long now, Instant wall) {
        this.sample = next;
        this.seenAt = now;
        updateIdle(next.activity().idleSince(), now, wall);
        if (!next.isRead()) {
            return;
        }
        this.hour.add(now, next.readings());
        this.minutes.add(now, next.readings());
        this.linksEverUp.addAll(links(true));
        boolean busy = Activity.isBusy(Activity.utilization(next.known()).orElse(0));
        this.busyAt = busy ? now : this.busyAt;
        // Counters are read every 10 s; the rounds between repeat them.
        Instant slow = next.slowSampledAt();
        if (slow == null || !slow.equals(this.countedAt)) {
            this.countedAt = slow;
            countAll(next, wall.toEpochMilli());
        }
    }

    private void countAll(GpuSample next, long at) {
        next.readings().number(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL).ifPresent((count) -> {
            this.uncorrectedErrors =
                    Objects.requireNonNullElseGet(this.uncorrectedErrors, () -> new ChangeLog(at, (long) count));
            this.uncorrectedErrors.add(at, (long) count);
        });
        for (LinkSample link : next.known().links()) {
            linkLogs(link.link());
            LinkSample.FAULTS.forEach((metric) ->
                    link.readings().number(metric).ifPresent((count) -> record(link.link(), metric, at, (long) count)));
        }
    }

    private void record(int link, Metric metric, long at, long count) {
        linkLogs(link)
                .computeIfAbsent(metric, (first) -> new ChangeLog(at, count))
                .add(at, count);
    }

    private Map<Metric, ChangeLog> linkLogs(int link) {
        return this.links.computeIfAbsent(link, (first) -> new EnumMap<>(Metric.class));
    }

    /**
     * Inserts error counts of previous runs before those of this run.
     *
     * @param earlier of this GPU, the oldest first
     */
    void restore(List<LinkErrorCount> earlier) {
        Map<Integer, Map<Metric, ChangeLog>> since = new TreeMap<>(this.links);
        this.links.clear();
        earlier.forEach((seen) -> record(seen.link(), seen.metric(), seen.at(), seen.count()));
        since.forEach((link, logs) -> logs.forEach((metric, log) -> {
            record(link, metric, log.firstAt(), log.firstCount());
            record(link, metric, Math.max(log.firstAt(), log.firstChangeSince(0)), log.count());
        }));
    }

    /** Converts the idle time to the monotonic clock, since the wall clock may be set. */
    private void updateIdle(@Nullable Instant since, long now, Instant wall) {
        if (since != null && !since.equals(this.lastIdleSince)) {
            this.idleFrom = now - Math.max(0, Duration.between(since, wall).toMillis());
            this.lastIdleSince = since;
        }
        this.idleSince = since;
    }

    public int index() {
        return this.sample.index();
    }

    /** Returns the UUID; null until the GPU has answered once. */
    public @Nullable String uuid() {
        return this.sample.uuid();
    }

    /** Returns a key that is unique among GPUs. */
    public String key() {
        return key(this.sample);
    }

    static String key(GpuSample sample) {
        return Objects.requireNonNullElse(sample.uuid(), "GPU-" + sample.index());
    }

    public GpuSample sample() {
        return this.sample;
    }

    long seenAt() {
        return this.seenAt;
    }

    /** Returns for how many ms it has been sampled. */
    public long watchedFor(long now) {
        return now - this.firstAt;
    }

    /** Returns for how many ms it has been idle; empty while it is busy, or when it is unknown. */
    public Optional<Long> idleFor(long now) {
        return this.idleSince == null ? Optional.empty() : Optional.of(now - this.idleFrom);
    }

    /** Returns whether it was busy within a time, in ms, that ends now. */
    public boolean wasBusyWithin(long millis, long now) {
        return now - this.busyAt < millis;
    }

    /** Returns the last hour of a metric, in slots of 5 s. */
    public Series hour(Metric metric) {
        return this.hour.of(metric);
    }

    /** Returns the last two minutes of a metric, round by round. */
    public Series minutes(Metric metric) {
        return this.minutes.of(metric);
    }

    /** Returns the growth of the uncorrected memory errors; empty when it is unknown. */
    public Optional<ChangeLog> uncorrectedErrors() {
        return Optional.ofNullable(this.uncorrectedErrors);
    }

    /** Returns the growth of error counters by the driver's number of the link. */
    public Map<Integer, Map<Metric, ChangeLog>> links() {
        return this.links;
    }

    /** Returns the links that are up, or those that are down. */
    public Set<Integer> links(boolean up) {
        Set<Integer> links = new TreeSet<>();
        for (LinkSample link : this.sample.known().links()) {
            OptionalDouble state = link.readings().number(Metric.LINK_STATE);
            if (state.isPresent() && state.getAsDouble() > 0 == up) {
                links.add(link.link());
            }
        }
        return links;
    }

    /** Returns the links that are down and were up before. */
    public Set<Integer> failedLinks() {
        Set<Integer> failed = links(false);
        failed.retainAll(this.linksEverUp);
        return failed;
    }

    /** Returns its processes, the largest memory first. */
    public List<ProcessSample> processes() {
        return this.sample.known().processes();
    }
}
