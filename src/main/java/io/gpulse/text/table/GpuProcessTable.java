package io.gpulse.text.table;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** The processes on GPUs, one line per process and GPU, and remarks about GPUs without listed processes. */
final class GpuProcessTable {

    private static final int MAX_USER = 16;
    private static final int NAME = 4;

    private static final List<Column> COLUMNS = List.of(
            Column.number("GPU").atMost(4),
            Column.number("PID"),
            Column.word("Type"),
            Column.word("User").atMost(MAX_USER),
            Column.word("Process"),
            Column.number("Memory MiB").atMost(12),
            Column.number("SM").fitting("100 %").atMost(6));

    private final List<GpuSample> gpus;

    GpuProcessTable(List<GpuSample> gpus) {
        this.gpus = gpus;
    }

    boolean isEmpty() {
        return this.gpus.stream().allMatch((gpu) -> gpu.known().processes().isEmpty());
    }

    Grid grid() {
        Grid grid = new Grid(COLUMNS, NAME);
        this.gpus.forEach((gpu) -> gpu.known().processes().forEach((process) -> grid.row(cells(gpu.index(), process))));
        return grid;
    }

    /** Returns sentences about GPUs with unknown processes, or about the absence of any process. */
    List<String> remarks() {
        Map<String, List<String>> gpusByReason = Cells.indexes(this.gpus, GpuProcessTable::whyUnknown);
        List<String> remarks = new ArrayList<>();
        if (gpusByReason.isEmpty() && isEmpty() && this.gpus.stream().allMatch(GpuProcessTable::isUnused)) {
            remarks.add("No running processes found");
        }
        gpusByReason.forEach((why, indices) -> remarks.add("Processes on GPU " + String.join(", ", indices)
                + " are unknown: " + (indices.size() == 1 ? why : why.replaceFirst("^it is ", "they are "))));
        return remarks;
    }

    private static boolean isUnused(GpuSample gpu) {
        return gpu.readings().number(Metric.PROCESSES_RUNNING).equals(OptionalDouble.of(0));
    }

    /** Returns the reason for unknown processes; empty when they are known. */
    private static String whyUnknown(GpuSample gpu) {
        if (gpu.state() != GpuState.OK) {
            return "it is " + gpu.state() + ".";
        }
        Reading running = gpu.readings().of(Metric.PROCESSES_RUNNING).orElse(Reading.absent(Reason.NO_DATA));
        return running instanceof Reading.Absent absent
                ? absent.reason() + ". " + Metric.PROCESSES_RUNNING.spec().remedy(absent.reason())
                : "";
    }

    private static List<String> cells(int gpu, ProcessSample process) {
        String name = process.name();
        return List.of(
                Integer.toString(gpu),
                Integer.toString(process.pid()),
                process.type().letters(),
                Cells.figure(process.readings(), Metric.PROCESS_USER),
                name == null ? Cells.UNKNOWN : name,
                Cells.figure(process.readings(), Metric.PROCESS_MEMORY),
                Cells.whole(process.readings(), Metric.PROCESS_SM, "%"));
    }
}
