package io.gpulse.text.table;

import io.gpulse.device.GpuMemory;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.text.query.GpuRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The GPUs, one line each, with as many columns as fit. */
final class GpuTable {

    private final List<GpuRow> rows;

    /** Indexes of GPUs by their state's detail. */
    private final Map<String, List<String>> gpusByDetail;

    private final @Nullable String reason;

    GpuTable(Snapshot snapshot) {
        this.reason = snapshot.source().reason();
        this.gpusByDetail = Cells.indexes(snapshot.gpus(), GpuTable::detail);
        this.rows = snapshot.gpus().stream()
                .map((gpu) -> GpuRow.of(snapshot, gpu, GpuRow.Sheet.TABLE))
                .toList();
    }

    /** Returns the detail of a state other than OK; may be empty. */
    private static String detail(GpuSample gpu) {
        return gpu.state() == GpuState.OK
                ? ""
                : Objects.requireNonNullElse(gpu.condition().detail(), "");
    }

    /** Returns the remarks about GPUs. */
    List<String> remarks() {
        String sharing = this.rows.stream()
                .map(GpuRow::gpu)
                .filter((gpu) -> GpuMemory.isShared(gpu.readings()))
                .map((gpu) -> Integer.toString(gpu.index()))
                .collect(Collectors.joining(", "));
        Stream<String> memory = Stream.of("GPU " + sharing + ": its memory is shared with the system.");
        return Stream.concat(sharedDetails(), sharing.isEmpty() ? Stream.empty() : memory)
                .toList();
    }

    /** Returns the details that several GPUs share, each once, except the reason of the source. */
    private Stream<String> sharedDetails() {
        return this.gpusByDetail.entrySet().stream()
                .filter((shared) ->
                        isShared(shared.getKey()) && !shared.getKey().equals(this.reason))
                .map((shared) -> "GPU " + String.join(", ", shared.getValue()) + ": " + shared.getKey());
    }

    private boolean isShared(String detail) {
        return detail.equals(this.reason)
                || this.gpusByDetail.getOrDefault(detail, List.of()).size() > 1;
    }

    Grid<?> grid(int width) {
        List<Column<GpuRow>> columns = new ArrayList<>(GpuColumns.ALWAYS);
        for (Column<GpuRow> more : GpuColumns.OPTIONAL) {
            columns.add(more);
            if (grid(columns).width() > width) {
                columns.remove(more);
            }
        }
        return grid(columns);
    }

    private Grid<GpuRow> grid(List<Column<GpuRow>> columns) {
        Grid<GpuRow> grid = new Grid<>(columns, GpuColumns.NAME);
        for (GpuRow row : this.rows) {
            if (row.gpu().isRead()) {
                boolean slow = row.gpu().state() == GpuState.SLOW;
                String remark = isSplit(row.gpu()) ? "Split into MIG instances." : "";
                grid.row(row, columns.size(), slow ? state(row.gpu()) : remark);
            } else if (row.gpu().state() == GpuState.STALE) {
                grid.row(row, columns.size(), state(row.gpu()));
            } else {
                grid.row(row, GpuColumns.NAME + 1, state(row.gpu()));
            }
        }
        return grid;
    }

    // Many values are absent for a GPU that is split, which the remark explains.
    private static boolean isSplit(GpuSample gpu) {
        return gpu.readings().number(Metric.MIG_MODE_CURRENT).orElse(0) == 1;
    }

    private String state(GpuSample gpu) {
        String detail = detail(gpu);
        String since = gpu.state() + " since " + TextTable.time(gpu.condition().since());
        return detail.isBlank() || isShared(detail) ? since : since + ": " + detail;
    }
}
