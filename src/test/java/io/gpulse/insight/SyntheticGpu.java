package io.gpulse.insight;

import io.gpulse.device.Activity;
import io.gpulse.device.Condition;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuReadResult;
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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A GPU of a {@link SyntheticMachine}: at first healthy, free and idle. */
final class SyntheticGpu {

    static final double GIB = 1L << 30;
    static final double TOTAL = 80 * GIB;

    private final int index;
    private final Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
    private final List<ProcessSample> processes = new ArrayList<>();
    private final Map<Integer, Map<Metric, Reading>> links = new TreeMap<>();
    private List<LinkSample> linkSamples = List.of();
    private GpuState state = GpuState.OK;
    private boolean removed;
    private boolean listed = true;
    private boolean named = true;
    private boolean explained = true;
    private GpuReadResult.Verdict verdict = GpuReadResult.Verdict.FINE;
    private @Nullable String name;
    private @Nullable Instant stateSince;
    private @Nullable Instant idleSince;

    SyntheticGpu(int index) {
        this.index = index;
        set(Metric.UTILIZATION_GPU, 0);
        set(Metric.MEMORY_USED, 0).set(Metric.MEMORY_TOTAL, TOTAL).set(Metric.MEMORY_RESERVED, 0.5 * GIB);
        set(Metric.ENFORCED_POWER_LIMIT, 700).set(Metric.POWER_DEFAULT_LIMIT, 700);
        set(Metric.SHARE_BY_POWER_CAP, 0).set(Metric.CLOCKS_SM, 1980).set(Metric.CLOCKS_MAX_SM, 1980);
        set(Metric.SHARE_BY_SW_THERMAL, 0).set(Metric.SHARE_BY_HW_THERMAL, 0).set(Metric.SHARE_BY_POWER_BRAKE, 0);
        set(Metric.PCIE_WIDTH_CURRENT, 16).set(Metric.PCIE_WIDTH_MAX, 16);
        set(Metric.PCIE_GEN_CURRENT, 5).set(Metric.PCIE_GEN_MAX, 5).set(Metric.PCIE_RX, 1e8);
        set(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, 0).set(Metric.NVLINK_LINKS, 18);
        code(Metric.VIRTUALIZATION_MODE, 0);
        code(Metric.PSTATE, 0).code(Metric.MIG_MODE_CURRENT, 0).code(Metric.GPU_RECOVERY_ACTION, 0);
        code(Metric.REMAPPED_ROWS_PENDING, 0).code(Metric.REMAPPED_ROWS_FAILURE, 0);
        for (int link = 0; link < 18; link++) {
            link(link, Metric.LINK_RECOVERIES, 0).link(link, Metric.LINK_REPLAYS, 0);
            link(link, Metric.LINK_STATE, 1);
        }
    }

    SyntheticGpu set(Metric metric, double value) {
        this.readings.put(metric, new Reading.Quantity(value));
        return this;
    }

    SyntheticGpu code(Metric metric, long code) {
        this.readings.put(metric, metric.spec().reading(code));
        return this;
    }

    SyntheticGpu word(Metric metric, String word) {
        this.readings.put(metric, new Reading.Text(word));
        return this;
    }

    /** Sets whether it has not been identified yet. */
    SyntheticGpu unnamed(boolean next) {
        this.named = !next;
        return this;
    }

    SyntheticGpu called(String product) {
        this.name = product;
        return this;
    }

    /** Makes gpulse lack the permission to read it. */
    SyntheticGpu forbidden() {
        return cannotBeRead(GpuReadResult.Verdict.FORBIDDEN);
    }

    /** Makes every read of it fail. */
    SyntheticGpu cannotBeRead(GpuReadResult.Verdict why) {
        this.verdict = why;
        this.state = why.state();
        return this;
    }

    SyntheticGpu lacks(Metric metric, Reason reason) {
        this.readings.put(metric, Reading.absent(reason));
        return this;
    }

    SyntheticGpu utilization(double percent) {
        return set(Metric.UTILIZATION_GPU, percent);
    }

    /** Sets the driver's samples within a round. */
    SyntheticGpu extremes(double least, double most) {
        return set(Metric.UTILIZATION_GPU_MIN, least).set(Metric.UTILIZATION_GPU_MAX, most);
    }

    SyntheticGpu memory(double gibibytes) {
        return set(Metric.MEMORY_USED, gibibytes * GIB);
    }

    /** Makes it share the memory of the system, of which this much is available, in GiB. */
    SyntheticGpu sharing(double available) {
        lacks(Metric.MEMORY_RESERVED, Reason.NOT_SUPPORTED).set(Metric.MEMORY_FREE, available * GIB);
        return code(Metric.MEMORY_KIND, 1);
    }

    SyntheticGpu link(int link, Metric metric, long count) {
        Map<Metric, Reading> counts = this.links.computeIfAbsent(link, (first) -> new EnumMap<>(Metric.class));
        Reading next = new Reading.Quantity(count);
        if (!next.equals(counts.put(metric, next))) {
            this.linkSamples = List.of();
        }
        return this;
    }

    /** Created again only when a counter has changed, since a day has many rounds. */
    private List<LinkSample> linkSamples() {
        if (this.linkSamples.isEmpty()) {
            this.linkSamples = this.links.entrySet().stream()
                    .map((link) -> new LinkSample(link.getKey(), Readings.of(link.getValue())))
                    .toList();
        }
        return this.linkSamples;
    }

    /** Removes it from the PCI bus. */
    SyntheticGpu removed() {
        this.removed = true;
        return this;
    }

    SyntheticGpu state(GpuState next, Instant since) {
        this.state = next;
        this.stateSince = since;
        return this;
    }

    /** Sets whether the driver still counts it. */
    SyntheticGpu listed(boolean next) {
        this.listed = next;
        return this;
    }

    boolean isListed() {
        return this.listed;
    }

    /** From now on processes hold the memory that was set, and not all that is used. */
    SyntheticGpu leaves() {
        this.explained = false;
        return this;
    }

    /** The first process holds what the others do not. */
    private List<ProcessSample> holders() {
        if (!this.explained || this.processes.isEmpty()) {
            return this.processes;
        }
        double others = this.processes.stream()
                .skip(1)
                .mapToDouble((process) ->
                        process.readings().number(Metric.PROCESS_MEMORY).orElse(0))
                .sum();
        double rest = this.readings.get(Metric.MEMORY_USED).numberOr(0) - others;
        ProcessSample first = this.processes.get(0);
        List<ProcessSample> all = new ArrayList<>(this.processes);
        all.set(
                0,
                new ProcessSample(
                        first.pid(),
                        first.type(),
                        first.name(),
                        first.startedAt(),
                        first.readings().with(Metric.PROCESS_MEMORY, new Reading.Quantity(rest))));
        return all;
    }

    private Reading processCount() {
        return this.explained && this.processes.isEmpty()
                ? Reading.absent(Reason.NO_PERMISSION)
                : new Reading.Quantity(this.processes.size());
    }

    SyntheticGpu endProcesses() {
        this.processes.clear();
        return this;
    }

    SyntheticGpu process(int pid, String name, double gibibytes, Instant startedAt) {
        return process(pid, name, startedAt, new Reading.Quantity(gibibytes * GIB));
    }

    /** Adds a process that draws. */
    SyntheticGpu draws(int pid, String name, double gibibytes) {
        Map<Metric, Reading> own = new EnumMap<>(Metric.class);
        own.put(Metric.PROCESS_MEMORY, new Reading.Quantity(gibibytes * GIB));
        this.processes.add(
                new ProcessSample(pid, ProcessSample.Type.GRAPHICS, name, SyntheticMachine.START, Readings.of(own)));
        return this;
    }

    /** Adds a process whose program is known. */
    SyntheticGpu runs(int pid, String program, double gibibytes) {
        Map<Metric, Reading> own = new EnumMap<>(Metric.class);
        own.put(Metric.PROCESS_MEMORY, new Reading.Quantity(gibibytes * GIB));
        own.put(Metric.PROCESS_PROGRAM, new Reading.Text(program));
        this.processes.add(new ProcessSample(
                pid, ProcessSample.Type.COMPUTE, "/opt/bin/python", SyntheticMachine.START, Readings.of(own)));
        return this;
    }

    /** Adds a process whose memory the driver does not report. */
    SyntheticGpu process(int pid, String name, Instant startedAt, Reading memory) {
        Map<Metric, Reading> own = new EnumMap<>(Metric.class);
        own.put(Metric.PROCESS_MEMORY, memory);
        own.put(Metric.PROCESS_USER, new Reading.Text("mchen"));
        this.processes.add(new ProcessSample(pid, ProcessSample.Type.COMPUTE, name, startedAt, Readings.of(own)));
        return this;
    }

    GpuSample sample(Instant wall) {
        boolean answers = this.state.isRead();
        this.readings.put(Metric.PROCESSES_RUNNING, processCount());
        Instant since = this.stateSince == null ? SyntheticMachine.START : this.stateSince;
        boolean forbidden = this.verdict == GpuReadResult.Verdict.FORBIDDEN;
        boolean outdated = this.verdict == GpuReadResult.Verdict.OUTDATED;
        String detail = answers ? null : "GPU_IS_LOST";
        Condition condition = new Condition(this.state, since, detail, forbidden, outdated, this.removed);
        GpuReadings known =
                answers ? new GpuReadings(Readings.of(this.readings), linkSamples(), holders()) : GpuReadings.NONE;
        GpuIdentity identity = this.named ? identity() : null;
        Instant sampledAt = this.named ? wall : null;
        return new GpuSample(this.index, identity, condition, sampledAt, sampledAt, known, activity(wall));
    }

    private GpuIdentity identity() {
        GpuIdentity usual = Snapshots.identity(this.index);
        return this.name == null ? usual : new GpuIdentity(usual.uuid(), this.name, usual.pciBusId());
    }

    private Activity activity(Instant wall) {
        Reading utilization = this.readings.get(Metric.UTILIZATION_GPU);
        boolean known = this.state.isRead() && utilization instanceof Reading.Quantity;
        if (!known) {
            this.idleSince = null;
            return Activity.UNKNOWN;
        }
        if (utilization.numberOr(0) > 1) {
            this.idleSince = null;
            return new Activity(null, SyntheticMachine.START);
        }
        this.idleSince = this.idleSince == null ? wall : this.idleSince;
        return new Activity(this.idleSince, null);
    }
}
