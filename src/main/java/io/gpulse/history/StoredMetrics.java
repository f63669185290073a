package io.gpulse.history;

import io.gpulse.metric.Cadence;
import io.gpulse.metric.Kind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import io.gpulse.metric.Unit;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which rows of the catalogue are stored, in its order: the numbers of GPUs and of the machine that can change. */
public final class StoredMetrics {

    private static final StoredMetrics GPU = new StoredMetrics(Scope.GPU);
    private static final StoredMetrics HOST = new StoredMetrics(Scope.HOST);

    /** Rows that tell the extremes within a round of another row. */
    private static final Map<Metric, Metric> MINIMUM = new EnumMap<>(
            Map.of(Metric.UTILIZATION_GPU, Metric.UTILIZATION_GPU_MIN, Metric.POWER_DRAW, Metric.POWER_DRAW_MIN));

    private static final Map<Metric, Metric> MAXIMUM = new EnumMap<>(
            Map.of(Metric.UTILIZATION_GPU, Metric.UTILIZATION_GPU_MAX, Metric.POWER_DRAW, Metric.POWER_DRAW_MAX));

    private final List<Metric> metrics;
    private final int[] places = new int[Metric.values().length];

    private StoredMetrics(Scope scope) {
        this.metrics = Metric.of(scope).stream().filter(StoredMetrics::isStored).toList();
        Arrays.fill(this.places, -1);
        for (int place = 0; place < this.metrics.size(); place++) {
            this.places[this.metrics.get(place).ordinal()] = place;
        }
    }

    /** @param scope {@link Scope#GPU} or {@link Scope#HOST} */
    public static StoredMetrics of(Scope scope) {
        return scope == Scope.HOST ? HOST : GPU;
    }

    public static boolean isStored(Metric metric) {
        Scope scope = metric.spec().scope();
        return (scope == Scope.GPU || scope == Scope.HOST)
                && metric.spec().kind().isNumber()
                && metric.spec().cadence() != Cadence.ONCE;
    }

    /** The row that tells the least of this one within a round. */
    public static Optional<Metric> minimumOf(Metric metric) {
        return Optional.ofNullable(MINIMUM.get(metric));
    }

    /** The row that tells the most of this one within a round. */
    public static Optional<Metric> maximumOf(Metric metric) {
        return Optional.ofNullable(MAXIMUM.get(metric));
    }

    /** Whether answers tell its rate per second: what it has grown to says little by itself. */
    public static boolean isRate(Metric metric) {
        return metric.spec().kind() == Kind.COUNTER;
    }

    /** The unit of what is answered, as it stands behind a number. */
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

    public int size() {
        return this.metrics.size();
    }

    /** Its place among all, or -1. */
    public int place(Metric metric) {
        return this.places[metric.ordinal()];
    }
}
