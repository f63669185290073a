package io.gpulse.rounds;

import io.gpulse.device.Readings;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Kind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import io.gpulse.metric.Unit;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Metrics whose values are kept in an array, in this order. NaN is an absent value. */
public final class StoredMetrics {

    private static final StoredMetrics GPU = new StoredMetrics(Scope.GPU);
    private static final StoredMetrics MIG = new StoredMetrics(Scope.MIG);
    private static final StoredMetrics HOST = new StoredMetrics(Scope.HOST);

    /** The rows with the minimum of another row within a round. */
    private static final Map<Metric, Metric> MINIMUM = new EnumMap<>(
            Map.of(Metric.UTILIZATION_GPU, Metric.UTILIZATION_GPU_MIN, Metric.POWER_DRAW, Metric.POWER_DRAW_MIN));

    private static final Map<Metric, Metric> MAXIMUM = new EnumMap<>(
            Map.of(Metric.UTILIZATION_GPU, Metric.UTILIZATION_GPU_MAX, Metric.POWER_DRAW, Metric.POWER_DRAW_MAX));

    private final List<Metric> metrics;
    private final int[] places = new int[Metric.values().length];

    private StoredMetrics(Scope scope) {
        this(Metric.of(scope).stream().filter(StoredMetrics::isStored).toList());
    }

    public StoredMetrics(List<Metric> metrics) {
        this.metrics = List.copyOf(metrics);
        Arrays.setAll(this.places, (ordinal) -> this.metrics.indexOf(Metric.values()[ordinal]));
    }

    /**
     * Returns the rows of the catalogue in the history: the changing numbers of GPUs, of MIG instances or of the host.
     *
     * @param scope {@link Scope#GPU}, {@link Scope#MIG} or {@link Scope#HOST}
     */
    public static StoredMetrics of(Scope scope) {
        return switch (scope) {
            case HOST -> HOST;
            case MIG -> MIG;
            default -> GPU;
        };
    }

    public static boolean isStored(Metric metric) {
        return metric.spec().kind().isNumber()
                && switch (metric.spec().scope()) {
                    case GPU, HOST -> metric.spec().cadence() != Cadence.ONCE;
                    case MIG -> metric.spec().cadence() == Cadence.FAST;
                    default -> false;
                };
    }

    /** Returns the row with the minimum of this one within a round; null when there is none. */
    public static @Nullable Metric minimumOf(Metric metric) {
        return MINIMUM.get(metric);
    }

    /** Returns the row with the maximum of this one within a round; null when there is none. */
    public static @Nullable Metric maximumOf(Metric metric) {
        return MAXIMUM.get(metric);
    }

    /** Returns whether a response has the rate per second of a metric, since it is a counter. */
    public static boolean isRate(Metric metric) {
        return metric.spec().kind() == Kind.COUNTER;
    }

    /** Returns the symbol of the unit in a response. */
    public static String unit(Metric metric) {
        Unit unit = metric.spec().unit();
        if (!isRate(metric)) {
            return unit.symbol();
        }
        return unit == Unit.JOULES ? Unit.WATTS.symbol() : unit.symbol() + "/s";
    }

    public List<Metric> all() {
        return this.metrics;
    }

    /** Returns the position of a metric among all, or -1. */
    public int place(Metric metric) {
        return this.places[metric.ordinal()];
    }

    /** Returns the values of readings. */
    public double[] values(Readings readings) {
        double[] values = absent();
        readings.forEach((metric, reading) -> {
            int place = place(metric);
            if (place >= 0) {
                values[place] = reading.numberOr(Double.NaN);
            }
        });
        return values;
    }

    /** Returns the values of readings that are all absent. */
    public double[] absent() {
        double[] values = new double[this.metrics.size()];
        Arrays.fill(values, Double.NaN);
        return values;
    }

    /** Returns one of the values; NaN when the metric is not among them. */
    public double value(double[] values, @Nullable Metric metric) {
        int place = metric == null ? -1 : place(metric);
        return place < 0 ? Double.NaN : values[place];
    }
}
