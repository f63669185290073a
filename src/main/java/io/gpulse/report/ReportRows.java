package io.gpulse.report;

import io.gpulse.history.StoredMetrics;
import io.gpulse.history.accounting.MinuteAccount;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import java.util.List;
import java.util.stream.Stream;

/** The rows of the catalogue that a report is made from. Values of a round are arrays in the order of {@link #ALL}. */
final class ReportRows {

    /** Rows with a mean and a maximum. */
    static final List<Metric> SHOWN = List.of(
            Metric.UTILIZATION_GPU,
            Metric.ACTIVITY_SM,
            Metric.MEMORY_USED,
            Metric.POWER_DRAW,
            Metric.TEMPERATURE_GPU,
            Metric.PCIE_RX,
            Metric.PCIE_TX);

    /** All rows that are read. */
    static final StoredMetrics ALL = new StoredMetrics(Stream.of(
                    SHOWN,
                    MinuteAccount.REASONS,
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

    private static final List<Metric> FAST = ALL.all().stream()
            .filter((row) -> row.spec().cadence() == Cadence.FAST)
            .toList();

    private ReportRows() {}

    /** Returns whether the GPU answered in the round: a row that is read in every round is present. */
    static boolean isKnown(double[] values) {
        return FAST.stream().anyMatch((row) -> !Double.isNaN(ALL.value(values, row)));
    }
}
