package io.gpulse.text.table;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
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
            of(Column.number("GPU").atMost(4), (gpu) -> Integer.toString(gpu.index())),
            of(Column.word("Name"), GpuColumn::name),
            read(Column.number("Temp").atMost(6), (known) -> Cells.whole(known, Metric.TEMPERATURE_GPU, "C")),
            read(Column.number("Fan").fitting("30 %").atMost(6), (known) -> Cells.whole(known, Metric.FAN_SPEED, "%")),
            read(Column.number("Perf").atMost(4), (known) -> Cells.figure(known, Metric.PSTATE)),
            read(Column.number("Power W").atMost(13), GpuColumn::power),
            new GpuColumn(Column.number("Memory MiB").atMost(19), GpuColumn::memory),
            read(
                    Column.number("Util").fitting("100 %").atMost(6),
                    (known) -> Cells.whole(known, Metric.UTILIZATION_GPU, "%")));

    /** Further columns of wider tables, the most important first. */
    static final List<GpuColumn> OPTIONAL = List.of(
            read(Column.number("Mem util"), (known) -> Cells.whole(known, Metric.UTILIZATION_MEMORY, "%")),
            read(Column.number("ECC"), (known) -> Cells.figure(known, Metric.ECC_UNCORRECTED_VOLATILE_TOTAL)),
            read(Column.word("MIG"), (known) -> Cells.figure(known, Metric.MIG_MODE_CURRENT)),
            read(Column.word("Mode"), (known) -> Cells.figure(known, Metric.COMPUTE_MODE)),
            of(Column.word("Bus id"), GpuColumn::busId),
            read(Column.number("SM clock"), (known) -> Cells.whole(known, Metric.CLOCKS_SM, "MHz")),
            read(
                    Column.number("Mem clock").fitting("10000 MHz"),
                    (known) -> Cells.whole(known, Metric.CLOCKS_MEMORY, "MHz")),
            read(Column.word("Persistence"), (known) -> Cells.figure(known, Metric.PERSISTENCE_MODE)),
            of(Column.word("UUID"), GpuColumn::uuid));

    static final int NAME = 1;

    private static GpuColumn of(Column column, Function<GpuSample, String> cell) {
        return new GpuColumn(column, (row) -> cell.apply(row.gpu()));
    }

    private static GpuColumn read(Column column, Function<Readings, String> cell) {
        return of(column, (gpu) -> cell.apply(gpu.readings()));
    }

    private static String name(GpuSample gpu) {
        GpuIdentity identity = gpu.identity();
        return identity == null ? Cells.UNKNOWN : identity.name();
    }

    private static String busId(GpuSample gpu) {
        GpuIdentity identity = gpu.identity();
        return identity == null ? Cells.UNKNOWN : identity.pciBusId();
    }

    private static String uuid(GpuSample gpu) {
        GpuIdentity identity = gpu.identity();
        return identity == null ? Cells.UNKNOWN : identity.uuid();
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
