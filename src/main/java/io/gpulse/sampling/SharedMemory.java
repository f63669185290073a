package io.gpulse.sampling;

import io.gpulse.device.GpuMemory;
import io.gpulse.device.GpuSample;
import io.gpulse.device.HostSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Source;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Panel;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Completes the memory of GPUs that have none of their own but share that of the system (DGX Spark, Jetson). Such a GPU
 * has as much memory as the system; its programs use as much as the driver reports for its processes; they can still
 * get as much as is available to any program. Whether a GPU shares memory is concluded from the driver's refusals.
 */
final class SharedMemory {

    private static final Reading NOT_SUPPORTED = Reading.absent(Reason.NOT_SUPPORTED);
    private static final Reading KIND = Metric.MEMORY_KIND.spec().reading(GpuMemory.SHARED);

    /** The first of the driver's virtualization modes in which a GPU is shared by virtual machines. */
    private static final int VGPU = 2;

    private static final int MIG_ENABLED = 1;

    /** The driver and the kernel may round the system's memory differently. */
    private static final double SAME_BYTES = 1 << 20;

    private static final Readings WITHOUT_TOTAL = Readings.absent(
            List.of(Metric.MEMORY_TOTAL, Metric.MEMORY_RESERVED, Metric.MEMORY_USED, Metric.MEMORY_FREE),
            NOT_SUPPORTED);

    /** Such a GPU has no PCIe link of its own, though the driver reports one of the lowest speed. */
    private static final Readings WITHOUT_PCIE = Readings.absent(
            Metric.of(Scope.GPU).stream()
                    .filter((metric) -> metric.spec().panel() == Panel.PCIE)
                    .toList(),
            NOT_SUPPORTED);

    private final SamplerParts.HostSources host;

    /** UUIDs of GPUs whose driver reports the system's memory as theirs. */
    private final Set<String> reportingSystem = new HashSet<>();

    SharedMemory(SamplerParts.HostSources host) {
        this.host = host;
    }

    /** Completes the samples of a round, with the owners of processes, from the sample of the host. */
    List<GpuSample> complete(List<GpuSample> gpus, Source source, @Nullable HostSample sample) {
        // The GPUs of a demo or a recording do not share the memory of this machine.
        Readings machine = sample == null || source.simulated() ? Readings.NONE : sample.readings();
        return gpus.stream()
                .map((gpu) -> gpu.isRead() ? complete(gpu, machine, source.simulated()) : gpu)
                .toList();
    }

    @SuppressWarnings("ReferenceEquality") // nothing was added if it is the same object
    private GpuSample complete(GpuSample gpu, Readings machine, boolean simulated) {
        Readings own = gpu.readings();
        boolean isZero = own.number(Metric.MEMORY_TOTAL).orElse(1) <= 0;
        Readings known = isZero ? own.renewedBy(WITHOUT_TOTAL) : own;
        if (isShared(known, simulated) && (isRefused(known, Metric.MEMORY_TOTAL) || isSystem(gpu, machine))) {
            return shared(
                    gpu.with(known), machine, simulated || this.host.owners().hasAll());
        }
        return known == own ? gpu : gpu.with(known);
    }

    /** Returns whether nothing contradicts that a GPU shares the system's memory. */
    private boolean isShared(Readings own, boolean simulated) {
        return isRefused(own, Metric.BAR1_TOTAL)
                && own.number(Metric.MIG_MODE_CURRENT).orElse(0) != MIG_ENABLED
                && own.number(Metric.VIRTUALIZATION_MODE).orElse(0) < VGPU
                && (simulated || !this.host.host().isOnWindows());
    }

    private static boolean isRefused(Readings own, Metric metric) {
        return own.of(metric).filter(NOT_SUPPORTED::equals).isPresent();
    }

    /** Returns whether the driver reports the system's memory as that of the GPU, now or in an earlier round. */
    private boolean isSystem(GpuSample gpu, Readings machine) {
        Readings own = gpu.readings();
        double system = machine.number(Metric.HOST_MEMORY_TOTAL).orElse(Double.NaN);
        double difference = Math.abs(own.number(Metric.MEMORY_TOTAL).orElse(Double.NaN) - system);
        String uuid = String.valueOf(gpu.uuid());
        // The memory of a superchip's GPU is a NUMA node of the system.
        if (difference < SAME_BYTES && own.word(Metric.NUMA_NODE).isEmpty()) {
            this.reportingSystem.add(uuid);
        }
        return this.reportingSystem.contains(uuid);
    }

    private static GpuSample shared(GpuSample gpu, Readings machine, boolean listsAll) {
        Reading total = ofSystem(machine, Metric.HOST_MEMORY_TOTAL);
        List<ProcessSample> processes = gpu.known().processes().stream()
                .map((process) -> plausible(process, total.numberOr(Double.POSITIVE_INFINITY)))
                .toList();
        Readings own = gpu.readings()
                .renewedBy(WITHOUT_PCIE)
                .with(Metric.MEMORY_TOTAL, total)
                .with(Metric.MEMORY_RESERVED, NOT_SUPPORTED)
                .with(
                        Metric.MEMORY_USED,
                        listsAll ? used(gpu.readings(), processes) : Reading.absent(Reason.NO_PERMISSION))
                .with(Metric.MEMORY_FREE, ofSystem(machine, Metric.HOST_MEMORY_AVAILABLE))
                // The driver reports 0 at any load.
                .with(Metric.UTILIZATION_MEMORY, NOT_SUPPORTED)
                .with(Metric.MEMORY_KIND, KIND);
        return gpu.with(gpu.known().with(own).withProcesses(processes));
    }

    private static Reading ofSystem(Readings machine, Metric metric) {
        if (machine.isEmpty()) {
            return Reading.absent(Reason.NO_DATA);
        }
        return machine.of(metric).orElse(Reading.absent(Reason.NO_DATA));
    }

    private static ProcessSample plausible(ProcessSample process, double total) {
        double used = process.readings().number(Metric.PROCESS_MEMORY).orElse(0);
        return used <= total ? process : process.with(Metric.PROCESS_MEMORY, Reading.absent(Reason.IMPLAUSIBLE));
    }

    /** Returns the memory of all processes; absent where it is unknown of one of them. */
    private static Reading used(Readings own, List<ProcessSample> processes) {
        Reading count = own.of(Metric.PROCESSES_RUNNING).orElse(Reading.absent(Reason.NO_DATA));
        if (count instanceof Reading.Absent) {
            return count;
        }
        double sum = 0;
        for (ProcessSample process : processes) {
            Reading memory = process.readings().of(Metric.PROCESS_MEMORY).orElse(Reading.absent(Reason.NO_DATA));
            if (memory instanceof Reading.Absent) {
                return memory;
            }
            sum += memory.numberOr(0);
        }
        return new Reading.Quantity(sum);
    }
}
