package io.gpulse.text.table;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.text.query.GpuRow;
import io.gpulse.text.query.MigDevice;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/** The MIG instances of the GPUs, one line each. */
final class MigTable {

    private static final int PROFILE = 4;

    private static final List<Column<Row>> COLUMNS = List.of(
            Column.<Row>number("GPU", (row) -> Integer.toString(row.gpu)).atMost(4),
            Column.<Row>number(
                            "GI",
                            (row) ->
                                    Integer.toString(row.device.sample().place().gpuInstance()))
                    .fitting("10")
                    .atMost(4),
            Column.<Row>number(
                            "CI",
                            (row) ->
                                    Integer.toString(row.device.sample().place().computeInstance()))
                    .atMost(4),
            Column.<Row>number("Dev", (row) -> Integer.toString(row.device.index()))
                    .atMost(4),
            Column.word(
                    "Profile",
                    (row) -> Objects.requireNonNullElse(row.device.sample().profile(), Cells.UNKNOWN)),
            Column.number("SMs", figure(Metric.MIG_MULTIPROCESSORS)).atMost(5),
            Column.number("Memory MiB", MigTable::memory).atMost(19),
            Column.<Row>number("SM", (row) -> Cells.whole(row.device.sample().readings(), Metric.MIG_ACTIVITY_SM, "%"))
                    .fitting("100 %")
                    .atMost(6),
            Column.number("ECC", figure(Metric.MIG_ECC_UNCORRECTED)).atMost(8));

    private final List<Row> rows;

    MigTable(Snapshot snapshot) {
        this.rows = snapshot.gpus().stream()
                .filter((gpu) -> gpu.hasReadings())
                .flatMap((gpu) -> rows(snapshot, gpu))
                .toList();
    }

    /** An instance of the GPU with an index. */
    private record Row(int gpu, MigDevice device) {}

    private static Stream<Row> rows(Snapshot snapshot, GpuSample gpu) {
        return MigDevice.of(GpuRow.of(snapshot, gpu, GpuRow.Sheet.TABLE)).map((device) -> new Row(gpu.index(), device));
    }

    private static Function<Row, String> figure(Metric metric) {
        return (row) -> Cells.figure(row.device, metric);
    }

    private static String memory(Row row) {
        return Cells.of(
                Cells.figure(row.device, Metric.MIG_MEMORY_USED), Cells.figure(row.device, Metric.MIG_MEMORY_TOTAL));
    }

    boolean isEmpty() {
        return this.rows.isEmpty();
    }

    Grid<?> grid() {
        Grid<Row> grid = new Grid<>(COLUMNS, PROFILE);
        this.rows.forEach(grid::row);
        return grid;
    }
}
