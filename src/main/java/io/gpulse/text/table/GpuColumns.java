package io.gpulse.text.table;

import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.text.query.GpuRow;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/** The columns of the GPU table. */
final class GpuColumns {

    /**
     * The columns of every table; the first two are also shown for a GPU without readings. Their maximum widths leave
     * room for a name in the narrowest table.
     */
    static final List<Column<GpuRow>> ALWAYS = List.of(
            Column.<GpuRow>number("GPU", (row) -> Integer.toString(row.gpu().index()))
                    .atMost(4),
            Column.word("Name", remembered(Metric.NAME)),
            Column.number("Temp", whole(Metric.TEMPERATURE_GPU, "C")).atMost(6),
            Column.number("Fan", whole(Metric.FAN_SPEED, "%")).fitting("30 %").atMost(6),
            Column.number("Perf", figure(Metric.PSTATE)).atMost(4),
            Column.number("Power W", GpuColumns::power).atMost(13),
            Column.number("Memory MiB", GpuColumns::memory).atMost(19),
            Column.number("Util", whole(Metric.UTILIZATION_GPU, "%"))
                    .fitting("100 %")
                    .atMost(6));

    /** Further columns of wider tables, the most important first. */
    static final List<Column<GpuRow>> OPTIONAL = List.of(
            Column.number("Mem util", whole(Metric.UTILIZATION_MEMORY, "%")),
            Column.number("ECC", figure(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL)),
            Column.word("MIG", figure(Metric.MIG_MODE_CURRENT)),
            Column.word("Mode", figure(Metric.COMPUTE_MODE)),
            Column.word("Bus id", remembered(Metric.PCI_BUS_ID)),
            Column.number("SM clock", whole(Metric.CLOCKS_SM, "MHz")),
            Column.number("Mem clock", whole(Metric.CLOCKS_MEMORY, "MHz")).fitting("10000 MHz"),
            Column.word("Persistence", figure(Metric.PERSISTENCE_MODE)),
            Column.word("UUID", remembered(Metric.UUID)));

    /** The place of the name. */
    static final int NAME = 1;

    private GpuColumns() {}

    /** Returns the cells of a property that is also known of a GPU that does not respond. */
    private static Function<GpuRow, String> remembered(Metric metric) {
        return (row) -> Cells.figure(row, metric);
    }

    private static Function<GpuRow, String> figure(Metric metric) {
        return (row) -> Cells.figure(row.gpu().readings(), metric);
    }

    private static Function<GpuRow, String> whole(Metric metric, String unit) {
        return (row) -> Cells.whole(row.gpu().readings(), metric, unit);
    }

    // The enforced limit, or the requested one with drivers that do not report it.
    private static String power(GpuRow row) {
        Readings known = row.gpu().readings();
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
