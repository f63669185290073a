package io.gpulse.fleet;

import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** A figure of a GPU that an engine has, in percent, bytes, W or °C. */
enum Figure {
    UTILIZATION,
    MEMORY_USED,
    MEMORY_FREE,
    MEMORY_RESERVED,
    MEMORY_TOTAL,
    POWER,
    TEMPERATURE,
    PROCESSES,
    /** The number of the latest Xid error. */
    XID,
    /** Not 0 when the memory cannot be repaired, or the driver requests a recovery. */
    FAULT;

    private static final double PERCENT = 100;
    private static final double MIB = 1 << 20;

    /** A ratio, but percent of the exporters that were built for DCGM 4.6. */
    private static final String RATIO_OR_PERCENT = "DCGM_FI_DEV_GPU_UTIL_RATIO";

    /** The series of all exporters: dcgm-exporter renamed its own in release 4.9. */
    private static final Map<String, Series> SERIES = Map.ofEntries(
            series("gpulse_gpu_utilization_ratio", UTILIZATION, PERCENT),
            series("gpulse_gpu_memory_used_bytes", MEMORY_USED, 1),
            series("gpulse_gpu_memory_free_bytes", MEMORY_FREE, 1),
            series("gpulse_gpu_memory_total_bytes", MEMORY_TOTAL, 1),
            series("gpulse_gpu_power_draw_watts", POWER, 1),
            series("gpulse_gpu_temperature_celsius", TEMPERATURE, 1),
            series("gpulse_gpu_processes_running", PROCESSES, 1),
            series("DCGM_FI_DEV_GPU_UTIL", UTILIZATION, 1),
            series("DCGM_FI_DEV_FB_USED", MEMORY_USED, MIB),
            series("DCGM_FI_DEV_FB_FREE", MEMORY_FREE, MIB),
            series("DCGM_FI_DEV_FB_RESERVED", MEMORY_RESERVED, MIB),
            series("DCGM_FI_DEV_POWER_USAGE", POWER, 1),
            series("DCGM_FI_DEV_GPU_TEMP", TEMPERATURE, 1),
            series("DCGM_FI_DEV_XID_ERRORS", XID, 1),
            series("DCGM_FI_DEV_ROW_REMAP_FAILURE", FAULT, 1),
            series(RATIO_OR_PERCENT, UTILIZATION, PERCENT),
            series("DCGM_FI_DEV_FB_USED_BYTES", MEMORY_USED, 1),
            series("DCGM_FI_DEV_FB_FREE_BYTES", MEMORY_FREE, 1),
            series("DCGM_FI_DEV_FB_RESERVED_BYTES", MEMORY_RESERVED, 1),
            series("DCGM_FI_DEV_FB_CAPACITY_BYTES", MEMORY_TOTAL, 1),
            series("DCGM_FI_DEV_BOARD_POWER_WATTS", POWER, 1),
            series("DCGM_FI_DEV_GPU_TEMP_CELSIUS", TEMPERATURE, 1),
            series("DCGM_FI_DEV_XID_ERROR", XID, 1),
            series("DCGM_FI_DEV_ROW_REMAP_FAILED", FAULT, 1),
            series("nvidia_smi_utilization_gpu_ratio", UTILIZATION, PERCENT),
            series("nvidia_smi_memory_used_bytes", MEMORY_USED, 1),
            series("nvidia_smi_memory_free_bytes", MEMORY_FREE, 1),
            series("nvidia_smi_memory_total_bytes", MEMORY_TOTAL, 1),
            series("nvidia_smi_memory_reserved_bytes", MEMORY_RESERVED, 1),
            series("nvidia_smi_power_draw_watts", POWER, 1),
            series("nvidia_smi_temperature_gpu", TEMPERATURE, 1),
            series("nvidia_smi_gpu_recovery_action", FAULT, 1));

    /**
     * @param factor from its unit to that of the figure
     * @param isUnitUnsure whether its values can be percent already
     */
    record Series(Figure figure, double factor, boolean isUnitUnsure) {}

    private static Map.Entry<String, Series> series(String name, Figure figure, double factor) {
        return Map.entry(name, new Series(figure, factor, name.equals(RATIO_OR_PERCENT)));
    }

    /**
     * Returns the function from ratios, times 100, to percent; NaN for a 1 that is all or one percent.
     *
     * @param values all of one exporter: with one above 1 they are percent
     * @param isRatio whether they are ratios, as far as they can be
     */
    static DoubleUnaryOperator percent(DoubleStream values, boolean isRatio) {
        double[] known = values.toArray();
        if (DoubleStream.of(known).anyMatch((value) -> value > PERCENT)) {
            return (value) -> value / PERCENT;
        }
        boolean isSure = isRatio || DoubleStream.of(known).anyMatch((value) -> value > 0 && value < PERCENT);
        return (value) -> isSure || value != PERCENT ? value : Double.NaN;
    }

    static Optional<Series> of(String name) {
        return Optional.ofNullable(SERIES.get(name));
    }

    /** Returns the names of the series, as a regular expression. */
    static String names() {
        return String.join("|", SERIES.keySet().stream().sorted().toList());
    }

    /** Returns an expression for this figure of all exporters: a template with a name and its factor for each. */
    String each(String template) {
        return SERIES.entrySet().stream()
                .filter((series) -> series.getValue().figure() == this)
                .sorted(Map.Entry.comparingByKey())
                .map((series) ->
                        template.formatted(series.getKey(), series.getValue().factor()))
                .collect(Collectors.joining(" or "));
    }
}
