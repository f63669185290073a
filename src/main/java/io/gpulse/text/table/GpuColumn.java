package io.gpulse.text.table;

import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.text.query.GpuRow;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/** A column of the GPU table. */
record GpuColumn(Column column, Function<GpuRow, String> cell) {

    /**
     * The columns of every table; the first two are also shown for a GPU without readings. Their maximum widths leave
     * room for a name in the narrowest table.
     */
    static final List<GpuColumn> ALWAYS = List.of(
            new GpuColumn(
                    Column.number("GPU").atMost(4),
                    (row) -> Integer.toString(row.gpu().index())),
            remembered(Column.word("Name"), Metric.NAME),
            whole(Column.number("Temp").atMost(6), Metric.TEMPERATURE_GPU, "C"),
            whole(Column.number("Fan").fitting("30 %").atMost(6), Metric.FAN_SPEED, "%"),
            figure(Column.number("Perf").atMost(4), Metric.PSTATE),
            read(Column.number("Power W").atMost(13), GpuColumn::power),
            new GpuColumn(Column.number("Memory MiB").atMost(19), GpuColumn::memory),
            whole(Column.number("Util").fitting("100 %").atMost(6), Metric.UTILIZATION_GPU, "%"));

    /** Further columns of wider tables, the most important first. */
    static final List<GpuColumn> OPTIONAL = List.of(
            whole(Column.number("Mem util"), Metric.UTILIZATION_MEMORY, "%"),
            figure(Column.number("ECC"), Metric.ECC_UNCORRECTED_VOLATILE_TOTAL),
            figure(Column.word("MIG"), Metric.MIG_MODE_CURRENT),
            figure(Column.word("Mode"), Metric.COMPUTE_MODE),
            remembered(Column.word("Bus id"), Metric.PCI_BUS_ID),
            whole(Column.number("SM clock"), Metric.CLOCKS_SM, "MHz"),
            whole(Column.number("Mem clock").fitting("10000 MHz"), Metric.CLOCKS_MEMORY, "MHz"),
            figure(Column.word("Persistence"), Metric.PERSISTENCE_MODE),
            remembered(Column.word("UUID"), Metric.UUID));

    static final int NAME = 1;

    /** Returns a column that is also known of a GPU that does not respond. */
    private static GpuColumn remembered(Column column, Metric metric) {
        return new GpuColumn(column, (row) -> Cells.figure(row, metric));
    }

    private static GpuColumn figure(Column column, Metric metric) {
        return read(column, (known) -> Cells.figure(known, metric));
    }

    private static GpuColumn whole(Column column, Metric metric, String unit) {
        return read(column, (known) -> Cells.whole(known, metric, unit));
    }

    private static GpuColumn read(Column column, Function<Readings, String> cell) {
        return new GpuColumn(column, (row) -> cell.apply(row.gpu().readings()));
    }

    // The enforced limit, or the requested one with drivers that do not report it.
    private static String power(Readings known) {
        boolean enforced = known.number(Metric.ENFORCED_POWER_LIMIT).isPresent();
        Metric limit = enforced ? Metric.ENFORCED_POWER_LIMIT : Metric.POWER_LIMIT;
        return Cells.of(watts(known, Metric.POWER_DRAW), watts(known, limit));
    }

    // Truncates, as nvidia-smi's table does, which prints 1 W for smaller values; this one prints 0.
    private static String watts(Readings known, Metric metric) {
        OptionalDouble watts = known.number(metric);
        return watts.isPresent() ? Long.toString((long) watts.getAsDouble()) : Cells.UNKNOWN;
    }

    private static String memory(GpuRow row) {
        return Cells.of(Cells.figure(row, Metric.MEMORY_USED), Cells.figure(row, Metric.MEMORY_TOTAL));
    }
}
