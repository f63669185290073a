package io.gpulse.rounds;

import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import java.util.List;
import java.util.stream.Stream;

/** The rows of the catalogue that are kept of each round. */
public final class Rows {

    /** The clocks event reasons. */
    public static final List<Metric> REASONS = List.of(
            Metric.REASON_IDLE,
            Metric.REASON_APPLICATION_CLOCKS,
            Metric.REASON_POWER_CAP,
            Metric.REASON_HW_SLOWDOWN,
            Metric.REASON_SYNC_BOOST,
            Metric.REASON_SW_THERMAL,
            Metric.REASON_HW_THERMAL,
            Metric.REASON_POWER_BRAKE,
            Metric.REASON_DISPLAY);

    /** Rows of which a report has a mean and a maximum. */
    public static final List<Metric> SHOWN = List.of(
            Metric.UTILIZATION_GPU,
            Metric.ACTIVITY_SM,
            Metric.MEMORY_USED,
            Metric.POWER_DRAW,
            Metric.TEMPERATURE_GPU,
            Metric.PCIE_RX,
            Metric.PCIE_TX);

    /** The rows whose samples nvidia-smi prints. */
    public static final List<Metric> SAMPLED = List.of(
            Metric.UTILIZATION_GPU,
            Metric.UTILIZATION_MEMORY,
            Metric.UTILIZATION_ENCODER,
            Metric.UTILIZATION_DECODER,
            Metric.UTILIZATION_JPEG,
            Metric.UTILIZATION_OFA,
            Metric.POWER_DRAW,
            Metric.CLOCKS_SM,
            Metric.CLOCKS_MEMORY);

    /** The rows that a report is made from. */
    public static final StoredMetrics REPORTED = new StoredMetrics(Stream.of(
                    SHOWN,
                    REASONS,
                    List.of(
                            Metric.UTILIZATION_GPU_MAX,
                            Metric.POWER_DRAW_MAX,
                            Metric.ENERGY_TOTAL,
                            Metric.POWER_MAX_LIMIT,
                            Metric.POWER_DEFAULT_LIMIT,
                            Metric.POWER_LIMIT,
                            Metric.ENFORCED_POWER_LIMIT))
            .flatMap(List::stream)
            .toList());

    /** All rows. Those of a report are the first ones, in the same order. */
    static final StoredMetrics ALL = new StoredMetrics(
            Stream.concat(REPORTED.all().stream(), SAMPLED.stream()).distinct().toList());

    private static final List<Metric> FAST = REPORTED.all().stream()
            .filter((row) -> row.spec().cadence() == Cadence.FAST)
            .toList();

    private Rows() {}

    /** Returns whether the GPU answered in the round: a row that is read in every round is present. */
    static boolean isKnown(double[] values) {
        return FAST.stream().anyMatch((row) -> !Double.isNaN(REPORTED.value(values, row)));
    }
}
