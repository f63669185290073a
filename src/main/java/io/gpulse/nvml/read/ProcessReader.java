package io.gpulse.nvml.read;

import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuRefusedException;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.MetricSpec;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.probe.DriverCalls;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

    private final Map<ProcessListKind, ProcessList> lists = new EnumMap<>(ProcessListKind.class);
    private final ProcessUtilization utilization;

    /** The memory of the GPU in bytes, which is not read in every round; 0 until it is known. */
    private double memoryTotal;

    public ProcessReader(DriverCalls calls) {
        for (ProcessListKind list : ProcessListKind.values()) {
            this.lists.put(list, new ProcessList(list.symbol(), calls));
        }
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
        try {
            return completed(result);
        } catch (GpuRefusedException failure) {
            return failure.result();
        }
    }

    private GpuReadResult completed(GpuReadResult result) {
        Map<Integer, ProcessUse> byPid = new TreeMap<>();
        this.memoryTotal = result.readings().number(Metric.MEMORY_TOTAL).orElse(this.memoryTotal);
        Reason why = read(byPid);
        if (why != null) {
            return with(result, Reading.absent(why), List.of());
        }
        if (!byPid.isEmpty()) {
            this.utilization.read();
        }
        List<ProcessSample> processes = new ArrayList<>(byPid.size());
        byPid.values().forEach((use) -> processes.add(sample(use)));
        processes.sort(LARGEST_FIRST);
        return with(result, new Reading.Quantity(processes.size()), processes);
    }

    /**
     * Reads the lists. One that this GPU or this driver does not know is empty. The processes are not known when all
     * three are unknown, or one cannot be read.
     *
     * @return why the processes are not known; null when they are
     */
    private @Nullable Reason read(Map<Integer, ProcessUse> into) {
        Reason lacking = null;
        int lacked = 0;
        for (Map.Entry<ProcessListKind, ProcessList> list : this.lists.entrySet()) {
            Reason why = list.getValue().read();
            if (why == null) {
                list.getValue()
                        .forEach((process) -> into.computeIfAbsent(process.pid(), ProcessUse::new)
                                .add(list.getKey(), process.usedMemory()));
            } else if (why == Reason.NOT_SUPPORTED || why == Reason.DRIVER_TOO_OLD) {
                lacking = lacking == null ? why : lacking;
                lacked++;
            } else {
                return why;
            }
        }
        return lacked == this.lists.size() ? lacking : null;
    }

    private ProcessSample sample(ProcessUse use) {
        Reading[] readings = new Reading[ROWS.size()];
        for (int place = 0; place < readings.length; place++) {
            Metric row = ROWS.get(place);
            readings[place] =
                    row == Metric.PROCESS_MEMORY ? memoryOf(use.memory()) : this.utilization.of(use.pid(), row);
        }
        return new ProcessSample(use.pid(), use.type(), null, null, Readings.of(ROWS, readings));
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
        return GpuReadResult.fine(new GpuReadings(own, known.links(), processes));
    }

    private static double memory(ProcessSample process) {
        return process.readings().number(Metric.PROCESS_MEMORY).orElse(-1);
    }
}
