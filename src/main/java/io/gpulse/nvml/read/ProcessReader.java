package io.gpulse.nvml.read;

import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuRefusedException;
import io.gpulse.device.MigSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.MetricSpec;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.probe.DriverCalls;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The reader of the processes on a GPU and of their utilization. The driver has three lists; a process that is in
 * several becomes one. Used by one thread.
 */
public final class ProcessReader {

    private static final Comparator<ProcessSample> LARGEST_FIRST =
            Comparator.comparingDouble(ProcessReader::memory).reversed().thenComparing(ProcessSample::pid);

    private static final List<Metric> ROWS = Stream.concat(
                    Stream.of(Metric.PROCESS_MEMORY), ProcessUtilization.rows().stream())
            .sorted()
            .toList();

    private final DriverCalls calls;
    private final MigInstances mig;
    private ProcessLists lists;
    private ProcessUtilization utilization;
    private boolean migEnabled;

    /** Whether the lists of the last round are those of the instances that gpulse may see, perhaps not all. */
    private boolean isOfInstances;

    /** The memory of the GPU in bytes, which is not read in every round; 0 until it is known. */
    private double memoryTotal;

    /** @param mig the instances of the GPU, read before the processes */
    ProcessReader(DriverCalls calls, MigInstances mig) {
        this.calls = calls;
        this.mig = mig;
        this.lists = new ProcessLists(calls);
        this.utilization = new ProcessUtilization(calls);
    }

    /** Returns a result with hidden processes. */
    public static GpuReadResult hiding(GpuReadResult result) {
        return result.verdict() == GpuReadResult.Verdict.FINE
                ? with(result, Reading.absent(Reason.HIDDEN), List.of())
                : result;
    }

    /** Reads the processes and returns the result with them. Blocks while the driver answers. */
    public GpuReadResult complete(GpuReadResult result) {
        if (result.verdict() != GpuReadResult.Verdict.FINE) {
            return result;
        }
        forgetRefusals();
        try {
            return completed(result);
        } catch (GpuRefusedException failure) {
            return failure.result();
        }
    }

    /** Forgets what the driver refused in the other MIG mode. */
    private void forgetRefusals() {
        if (this.migEnabled != this.mig.isEnabled()) {
            this.migEnabled = this.mig.isEnabled();
            this.lists = new ProcessLists(this.calls);
            this.utilization = new ProcessUtilization(this.calls);
        }
    }

    private GpuReadResult completed(GpuReadResult result) {
        Map<Integer, ProcessUse> byPid = new TreeMap<>();
        MigProcessCounts counts = new MigProcessCounts();
        this.memoryTotal = result.readings().number(Metric.MEMORY_TOTAL).orElse(this.memoryTotal);
        Reason why = read((entry) -> {
            byPid.computeIfAbsent(entry.pid(), ProcessUse::new).add(entry);
            counts.add(entry);
        });
        if (why != null) {
            return with(result, Reading.absent(why), List.of());
        }
        if (!byPid.isEmpty()) {
            this.utilization.read();
        }
        List<ProcessSample> processes = new ArrayList<>(byPid.size());
        byPid.values().forEach((use) -> processes.add(sample(use)));
        processes.sort(LARGEST_FIRST);
        GpuReadResult complete = with(result, count(processes), processes);
        return GpuReadResult.fine(counts.in(complete.known()));
    }

    private Reading count(List<ProcessSample> processes) {
        return this.isOfInstances ? Reading.absent(Reason.NO_PERMISSION) : new Reading.Quantity(processes.size());
    }

    /**
     * Reads the lists of the GPU. Of a GPU that is split, not everyone may read them: then those of its instances.
     *
     * @return why the processes are not known; null when they are
     */
    private @Nullable Reason read(Consumer<ProcessLists.Entry> visitor) {
        List<ProcessLists.Entry> entries = new ArrayList<>();
        Reason why = this.lists.read(entries::add);
        this.isOfInstances = why == Reason.NO_PERMISSION && this.mig.isEnabled();
        if (this.isOfInstances) {
            // A list that it may read has processes that those of the instances have again.
            entries.clear();
            why = this.mig.readProcesses(entries::add);
        }
        entries.forEach(visitor);
        return why;
    }

    private ProcessSample sample(ProcessUse use) {
        Reading[] readings = new Reading[ROWS.size()];
        for (int place = 0; place < readings.length; place++) {
            Metric row = ROWS.get(place);
            readings[place] = row == Metric.PROCESS_MEMORY ? memoryOf(use.memory()) : utilizationOf(use, row);
        }
        return new ProcessSample(use.pid(), use.type(), null, null, Readings.of(ROWS, readings)).on(use.place());
    }

    /** Returns the utilization of a process, which the driver does not report of one in a MIG instance. */
    private Reading utilizationOf(ProcessUse use, Metric row) {
        Reading reading = this.utilization.of(use.pid(), row);
        return this.migEnabled && reading.equals(Reading.absent(Reason.NOT_SUPPORTED))
                ? Reading.absent(Reason.MIG_ENABLED)
                : reading;
    }

    /** Returns the memory of a process; more than the GPU has is implausible. */
    private Reading memoryOf(long bytes) {
        MetricSpec spec = Metric.PROCESS_MEMORY.spec();
        Reading reading = spec.reading(bytes);
        return spec.range().exceedsBounds(reading.numberOr(0), (row) -> this.memoryTotal)
                ? Reading.implausible(spec.unit().written(reading.numberOr(0)))
                : reading;
    }

    private static GpuReadResult with(GpuReadResult result, Reading count, List<ProcessSample> processes) {
        GpuReadings known = result.known();
        Readings own = known.own().with(Metric.PROCESSES_RUNNING, count);
        List<MigSample> instances = known.mig().stream()
                .map((instance) -> instance.with(Metric.MIG_PROCESSES, count))
                .toList();
        return GpuReadResult.fine(new GpuReadings(own, known.links(), processes, instances));
    }

    private static double memory(ProcessSample process) {
        return process.readings().number(Metric.PROCESS_MEMORY).orElse(-1);
    }
}
