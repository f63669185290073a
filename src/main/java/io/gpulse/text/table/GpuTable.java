package io.gpulse.text.table;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.text.query.GpuRow;
import java.util.ArrayList;
import java.util.List;

/** The GPUs, one line each, with as many columns as there is room for. */
final class GpuTable {

    private final List<GpuRow> rows;

    GpuTable(Snapshot snapshot) {
        this.rows = snapshot.gpus().stream()
                .map((gpu) -> GpuRow.of(snapshot, gpu, GpuRow.Sheet.TABLE))
                .toList();
    }

    Grid grid(int width) {
        List<GpuColumn> columns = new ArrayList<>(GpuColumn.ALWAYS);
        for (GpuColumn more : GpuColumn.WHERE_THERE_IS_ROOM) {
            columns.add(more);
            if (grid(columns).width() > width) {
                columns.remove(more);
            }
        }
        return grid(columns);
    }

    private Grid grid(List<GpuColumn> columns) {
        Grid grid = new Grid(columns.stream().map(GpuColumn::column).toList(), GpuColumn.NAME);
        for (GpuRow row : this.rows) {
            if (row.gpu().state() == GpuState.OK) {
                grid.row(cells(row, columns), isSplit(row.gpu()) ? "Split into MIG instances." : "");
            } else {
                grid.row(cells(row, columns.subList(0, GpuColumn.NAME + 1)), standing(row.gpu()));
            }
        }
        return grid;
    }

    private static List<String> cells(GpuRow row, List<GpuColumn> columns) {
        return columns.stream().map((column) -> column.cell().apply(row)).toList();
    }

    // Much is not told of such a GPU as a whole; a line of N/A would be a riddle.
    private static boolean isSplit(GpuSample gpu) {
        return gpu.readings().number(Metric.MIG_MODE_CURRENT).orElse(0) == 1;
    }

    private static String standing(GpuSample gpu) {
        String detail = gpu.condition().detail();
        String since = gpu.state() + " since " + TextTable.time(gpu.condition().since());
        return detail == null || detail.isBlank() ? since : since + ": " + detail;
    }
}
