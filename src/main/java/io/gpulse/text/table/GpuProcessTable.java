package io.gpulse.text.table;

import io.gpulse.device.GpuSample;
import io.gpulse.device.MigSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** The processes on GPUs, one line per process and GPU, and remarks about GPUs without listed processes. */
final class GpuProcessTable {

    private static final int MAX_USER = 16;

    /** The number of processes of a GPU that is not read which a remark names. */
    private static final int MOST_LAST = 3;

    /** The place of the name among the columns of every table. */
    private static final int NAME = 3;

    private static final Column<Row> GPU =
            Column.<Row>number("GPU", (row) -> Integer.toString(row.gpu)).atMost(4);

    private static final List<Column<Row>> INSTANCE = List.of(
            Column.number("GI", instance(MigSample.Place::gpuInstance)).atMost(4),
            Column.number("CI", instance(MigSample.Place::computeInstance)).atMost(4));

    private static final List<Column<Row>> COLUMNS = List.of(
            Column.number("PID", (row) -> Integer.toString(row.process.pid())),
            Column.word("Type", (row) -> row.process.type().letters()),
            Column.word("User", figure(Metric.PROCESS_USER)).atMost(MAX_USER),
            Column.word("Process", (row) -> name(row.process)),
            Column.number("Memory MiB", figure(Metric.PROCESS_MEMORY)).atMost(12),
            Column.<Row>number("SM", (row) -> Cells.whole(row.process.readings(), Metric.PROCESS_SM, "%"))
                    .fitting("100 %")
                    .atMost(6));

    private final List<GpuSample> gpus;

    GpuProcessTable(List<GpuSample> gpus) {
        this.gpus = gpus;
    }

    /** A process on the GPU with an index. */
    private record Row(int gpu, ProcessSample process) {}

    private static String name(ProcessSample process) {
        String program = process.program();
        return program == null ? Objects.requireNonNullElse(process.name(), Cells.UNKNOWN) : program;
    }

    private static Function<Row, String> figure(Metric metric) {
        return (row) -> Cells.figure(row.process.readings(), metric);
    }

    private static Function<Row, String> instance(ToIntFunction<MigSample.Place> id) {
        return (row) -> {
            MigSample.Place place = row.process.instance();
            return place == null ? Cells.UNKNOWN : Integer.toString(id.applyAsInt(place));
        };
    }

    private boolean hasInstances() {
        return this.gpus.stream()
                .flatMap((gpu) -> gpu.known().processes().stream())
                .anyMatch((process) -> process.instance() != null);
    }

    boolean isEmpty() {
        return this.gpus.stream().allMatch((gpu) -> gpu.known().processes().isEmpty());
    }

    Grid<?> grid() {
        List<Column<Row>> columns = new ArrayList<>(List.of(GPU));
        if (hasInstances()) {
            columns.addAll(INSTANCE);
        }
        int name = columns.size() + NAME;
        columns.addAll(COLUMNS);
        Grid<Row> grid = new Grid<>(columns, name);
        this.gpus.forEach((gpu) ->
                gpu.known().processes().forEach((process) -> grid.row(new Row(gpu.index(), process))));
        return grid;
    }

    /** Returns sentences about GPUs with unknown processes, or about the absence of any process. */
    List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        remarks.addAll(unknown("", (gpu) -> !gpu.listsProcesses()));
        remarks.addAll(unknown("other instances of ", GpuSample::listsProcesses));
        if (remarks.isEmpty() && isEmpty() && this.gpus.stream().allMatch(GpuSample::isWithoutProcesses)) {
            remarks.add("No running processes found");
        }
        return remarks;
    }

    /** Returns why processes on some of the GPUs are unknown. */
    private List<String> unknown(String of, Predicate<GpuSample> some) {
        List<String> remarks = new ArrayList<>();
        Cells.indexes(this.gpus.stream().filter(some).toList(), GpuProcessTable::whyUnknown)
                .forEach((why, indices) -> remarks.add("Processes on " + of + "GPU " + String.join(", ", indices)
                        + " are unknown: " + (indices.size() == 1 ? why : why.replaceFirst("^it is ", "they are "))));
        return remarks;
    }

    /** Returns the processes that used a GPU when it was last read; empty where there were none. */
    private static String last(GpuSample gpu) {
        GpuSample.Last last = gpu.last();
        if (last == null || last.known().processes().isEmpty()) {
            return "";
        }
        List<String> named = last.known().processes().stream()
                .map((process) -> process.pid() + " " + name(process) + " ("
                        + Cells.figure(process.readings(), Metric.PROCESS_USER) + ")")
                .toList();
        String more = named.size() > MOST_LAST ? ", and " + (named.size() - MOST_LAST) + " more" : "";
        return " At " + last.sampledAt().truncatedTo(ChronoUnit.SECONDS) + " it was used by "
                + String.join(", ", named.subList(0, Math.min(MOST_LAST, named.size()))) + more + ".";
    }

    /** Returns the reason for unknown processes; empty when they are known. */
    private static String whyUnknown(GpuSample gpu) {
        if (!gpu.hasReadings()) {
            return "it is " + gpu.state() + "." + last(gpu);
        }
        Reading running = gpu.readings().of(Metric.PROCESSES_RUNNING).orElse(Reading.absent(Reason.NO_DATA));
        return running instanceof Reading.Absent absent
                ? absent.reason() + ". " + Metric.PROCESSES_RUNNING.spec().remedy(absent.reason())
                : "";
    }
}
