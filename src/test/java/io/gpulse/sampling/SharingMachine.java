package io.gpulse.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Activity;
import io.gpulse.device.Condition;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuMemory;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.HostSample;
import io.gpulse.device.HostSource;
import io.gpulse.device.Owner;
import io.gpulse.device.Owners;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.ProcessSample.Type;
import io.gpulse.device.Readings;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A machine with one GPU, which refuses its memory or not. */
final class SharingMachine {

    static final double GIB = 1L << 30;

    /** As a DGX Spark reports it: 127600748 kB. */
    static final double SYSTEM = 127_600_748 * 1024.0;

    static final double AVAILABLE = 30 * GIB;
    static final Reading REFUSED = Reading.absent(Reason.NOT_SUPPORTED);

    final Map<Metric, Reading> rows = new EnumMap<>(Metric.class);
    private final List<ProcessSample> processes = new ArrayList<>();
    boolean listsAll = true;
    boolean windows;

    @Nullable
    HostSample host = hostOf(SYSTEM);

    Source source = new Source(SourceKind.NVML, false, "580.126.09", "13", "13.0", null);

    static HostSample hostOf(double total) {
        return new HostSample(
                "spark",
                Readings.of(Map.of(
                        Metric.HOST_MEMORY_TOTAL,
                        new Reading.Quantity(total),
                        Metric.HOST_MEMORY_AVAILABLE,
                        new Reading.Quantity(AVAILABLE))));
    }

    void row(Metric metric, double value) {
        this.rows.put(metric, new Reading.Quantity(value));
    }

    void refuses(Metric... metrics) {
        for (Metric metric : metrics) {
            this.rows.put(metric, REFUSED);
        }
    }

    void memory(double total, double used) {
        row(Metric.MEMORY_TOTAL, total);
        row(Metric.MEMORY_USED, used);
        row(Metric.MEMORY_FREE, total - used);
    }

    /** A GPU of which the driver reports neither memory nor BAR1. */
    void withoutMemory() {
        refuses(Metric.MEMORY_TOTAL, Metric.MEMORY_RESERVED, Metric.MEMORY_USED, Metric.MEMORY_FREE);
        refuses(Metric.BAR1_TOTAL, Metric.MEMORY_KIND);
        row(Metric.PROCESSES_RUNNING, this.processes.size());
    }

    void process(int pid, Reading memory) {
        Readings readings = Readings.of(Map.of(Metric.PROCESS_MEMORY, memory));
        this.processes.add(new ProcessSample(pid, Type.COMPUTE, null, null, readings));
        row(Metric.PROCESSES_RUNNING, this.processes.size());
    }

    SharedMemory sharing() {
        return new SharedMemory(new SamplerParts.HostSources(
                new HostSource() {

                    @Override
                    public HostSample read() {
                        throw new AssertionError("A round reads the host on its lane only");
                    }

                    @Override
                    public boolean isOnWindows() {
                        return SharingMachine.this.windows;
                    }
                },
                new Owners() {

                    @Override
                    public Map<Integer, Owner> of(Set<Integer> pids, Names driver) {
                        throw new AssertionError("A round looks up owners on their lane only");
                    }

                    @Override
                    public boolean hasAll() {
                        return SharingMachine.this.listsAll;
                    }
                }));
    }

    GpuSample gpu(GpuState state) {
        Instant now = Instant.parse("2026-11-20T10:00:00Z");
        GpuReadings known = new GpuReadings(Readings.of(this.rows), List.of(), this.processes);
        GpuIdentity identity = new GpuIdentity("GPU-1", "Test GPU", "0000000F:01:00.0");
        return new GpuSample(0, identity, new Condition(state, now, null), now, now, known, Activity.UNKNOWN);
    }

    GpuSample completed() {
        return sharing()
                .complete(List.of(gpu(GpuState.OK)), this.source, this.host)
                .get(0);
    }

    static Reading of(GpuSample gpu, Metric metric) {
        return gpu.readings().of(metric).orElseThrow();
    }

    static double number(GpuSample gpu, Metric metric) {
        return gpu.readings().number(metric).orElseThrow();
    }

    static void assertShared(GpuSample gpu) {
        assertThat(of(gpu, Metric.MEMORY_KIND)).isEqualTo(new Reading.State(1, "Shared with the system"));
        assertThat(GpuMemory.isShared(gpu.readings())).isTrue();
        assertThat(number(gpu, Metric.MEMORY_TOTAL)).isEqualTo(SYSTEM);
        assertThat(number(gpu, Metric.MEMORY_FREE)).isEqualTo(AVAILABLE);
        assertThat(of(gpu, Metric.MEMORY_RESERVED)).isEqualTo(REFUSED);
    }
}
