package io.gpulse.report;

import io.gpulse.device.Readings;
import io.gpulse.history.accounting.MinuteAccount;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.PowerLimits;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
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

    /** The reasons for limited clocks: 1 while the reason holds. */
    static final List<Metric> REASONS = MinuteAccount.REASONS.stream().sorted().toList();

    /** Reasons by which power or heat throttles a GPU that is not idle. */
    static final Set<Metric> THROTTLING = Set.of(
            Metric.REASON_POWER_CAP,
            Metric.REASON_HW_SLOWDOWN,
            Metric.REASON_SW_THERMAL,
            Metric.REASON_HW_THERMAL,
            Metric.REASON_POWER_BRAKE);

    /** All rows that are read. */
    static final List<Metric> ALL = Stream.of(
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
            .toList();

    private static final List<Metric> FAST =
            ALL.stream().filter((row) -> row.spec().cadence() == Cadence.FAST).toList();

    private static final int[] PLACES = places();

    private ReportRows() {}

    private static int[] places() {
        int[] places = new int[Metric.values().length];
        Arrays.fill(places, -1);
        for (int place = 0; place < ALL.size(); place++) {
            places[ALL.get(place).ordinal()] = place;
        }
        return places;
    }

    /** Returns the values of a round; NaN where a reading is absent. */
    static double[] values(Readings readings) {
        return ALL.stream()
                .mapToDouble((row) -> readings.number(row).orElse(Double.NaN))
                .toArray();
    }

    /** Returns the value of a row; NaN when it is absent or not read. */
    static double value(double[] values, Metric row) {
        int place = PLACES[row.ordinal()];
        return place < 0 ? Double.NaN : values[place];
    }

    /** Returns whether the GPU answered in the round: a row that is read in every round is present. */
    static boolean isKnown(double[] values) {
        return FAST.stream().anyMatch((row) -> !Double.isNaN(value(values, row)));
    }

    /** Returns the most power that the GPU can have taken, in W. */
    static double mostWatts(double[] values) {
        return PowerLimits.mostWatts((limit) -> value(values, limit));
    }
}
