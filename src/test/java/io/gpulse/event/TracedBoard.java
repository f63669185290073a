package io.gpulse.event;

import io.gpulse.device.Activity;
import io.gpulse.device.Condition;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.LinkSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.testing.Snapshots;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A GPU of a {@link TracedMachine}: busy, healthy, and without processes unless a test changes it. */
public final class TracedBoard {

    private final int index;
    private final Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
    private final Map<Integer, Map<Metric, Reading>> links = new LinkedHashMap<>();
    private final Map<Integer, ProcessSample> processes = new LinkedHashMap<>();
    private GpuState state = GpuState.OK;
    private boolean forbidden;
    private boolean outdated;
    private boolean removed;
    private @Nullable Instant since;
    private boolean listed = true;
    private boolean answered = true;
    private @Nullable String name;

    TracedBoard(int index) {
        this.index = index;
        set(Metric.UTILIZATION_GPU, 97);
        set(Metric.PSTATE, 0);
        set(Metric.CLOCKS_SM, 1980);
        set(Metric.POWER_LIMIT, 700);
        set(Metric.ENFORCED_POWER_LIMIT, 700);
        set(Metric.POWER_DEFAULT_LIMIT, 700);
        set(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, 0);
        set(Metric.ECC_UNCORRECTED_AGGREGATE_TOTAL, 0);
        set(Metric.REMAPPED_ROWS_PENDING, 0);
        set(Metric.REMAPPED_ROWS_FAILURE, 0);
        set(Metric.REMAPPED_ROWS_UNCORRECTABLE, 0);
        set(Metric.GPU_RECOVERY_ACTION, 0);
        for (Metric reason : List.of(Metric.REASON_IDLE, Metric.REASON_SW_THERMAL, Metric.REASON_POWER_BRAKE)) {
            set(reason, 0);
        }
        // At its own limit a board under load is as it should be.
        set(Metric.REASON_POWER_CAP, 1);
    }

    public String uuid() {
        return Snapshots.identity(this.index).uuid();
    }

    public EventGpu gpu() {
        return new EventGpu(this.index, uuid());
    }

    public TracedBoard set(Metric metric, double value) {
        this.readings.put(metric, new Reading.Quantity(value));
        return this;
    }

    public TracedBoard absent(Metric metric, Reason reason) {
        this.readings.put(metric, Reading.absent(reason));
        return this;
    }

    public TracedBoard link(int link, Metric metric, double value) {
        this.links
                .computeIfAbsent(link, (number) -> new EnumMap<>(Metric.class))
                .put(metric, new Reading.Quantity(value));
        return this;
    }

    /** Makes gpulse lack the permission to read it. */
    public TracedBoard forbidden(Instant when) {
        this.forbidden = true;
        return becomes(GpuState.ERROR, when);
    }

    /** Makes its newest figures too old. */
    public TracedBoard outdated(Instant when) {
        this.outdated = true;
        return becomes(GpuState.STALE, when);
    }

    public TracedBoard becomes(GpuState next, Instant when) {
        this.state = next;
        this.since = when;
        return this;
    }

    /** Sets whether it lists its processes. */
    public TracedBoard lists(boolean reported) {
        this.listed = reported;
        return this;
    }

    public TracedBoard runs(int pid, @Nullable String name, @Nullable Instant startedAt) {
        Readings user =
                name == null ? Readings.NONE : Readings.of(Map.of(Metric.PROCESS_USER, new Reading.Text("asharma")));
        return runs(new ProcessSample(pid, ProcessSample.Type.COMPUTE, name, startedAt, user));
    }

    public TracedBoard runs(ProcessSample process) {
        this.processes.put(process.pid(), process);
        return this;
    }

    public TracedBoard ends(int pid) {
        this.processes.remove(pid);
        return this;
    }

    /** Removes it from the PCI bus. */
    public TracedBoard removed() {
        this.removed = true;
        return this;
    }

    /** Sets whether it has ever answered. */
    public TracedBoard answered(boolean once) {
        this.answered = once;
        return this;
    }

    /** Sets its product name. */
    public TracedBoard called(String product) {
        this.name = product;
        return this;
    }

    private GpuIdentity identity() {
        GpuIdentity identity = Snapshots.identity(this.index);
        return this.name == null ? identity : new GpuIdentity(identity.uuid(), this.name, identity.pciBusId());
    }

    GpuSample sample(Instant now) {
        Instant begin = Objects.requireNonNullElse(this.since, now);
        Condition condition = new Condition(this.state, begin, null, this.forbidden, this.outdated, this.removed);
        return new GpuSample(
                this.index,
                identity(),
                condition,
                this.answered ? now : null,
                this.answered ? now : null,
                this.state.isRead() ? known() : GpuReadings.NONE,
                Activity.UNKNOWN);
    }

    private GpuReadings known() {
        Map<Metric, Reading> own = new EnumMap<>(this.readings);
        own.put(
                Metric.PROCESSES_RUNNING,
                this.listed ? new Reading.Quantity(this.processes.size()) : Reading.absent(Reason.NO_PERMISSION));
        List<LinkSample> samples = new ArrayList<>();
        this.links.forEach((link, rows) -> samples.add(new LinkSample(link, Readings.of(rows))));
        List<ProcessSample> reported = this.listed ? List.copyOf(this.processes.values()) : List.of();
        return new GpuReadings(Readings.of(own), samples, reported);
    }
}
