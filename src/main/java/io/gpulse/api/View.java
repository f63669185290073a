package io.gpulse.api;

import io.gpulse.device.GpuSample;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Kind;
import io.gpulse.metric.Metric;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which part of a snapshot is asked for. What means the same is equal, in whatever order and spelling it was asked, and
 * so is encoded once.
 *
 * @param gpus those to show; null for all there are, also those that come later
 * @param metrics the rows to show
 */
record View(Detail detail, @Nullable Set<GpuSelector> gpus, Set<Metric> metrics) {

    static final View FULL = of(Detail.FULL);
    static final View CORE = of(Detail.CORE);

    View {
        gpus = gpus == null ? null : Set.copyOf(gpus);
        metrics = Set.copyOf(metrics);
    }

    static View of(Detail detail) {
        return new View(detail, null, detail.metrics());
    }

    boolean isFiltered() {
        return !equals(FULL) && !equals(CORE);
    }

    boolean shows(GpuSample gpu) {
        return this.gpus == null || this.gpus.stream().anyMatch((selector) -> selector.selects(gpu));
    }

    boolean shows(Metric metric) {
        return this.metrics.contains(metric);
    }

    /** How much is shown when no rows are named. */
    enum Detail {
        /** Everything. */
        FULL((metric) -> true),

        /** What moves from round to round, and the machine's totals. */
        CORE(Detail::moves);

        private final Set<Metric> metrics;

        Detail(Predicate<Metric> shown) {
            this.metrics = Arrays.stream(Metric.values()).filter(shown).collect(Collectors.toUnmodifiableSet());
        }

        Set<Metric> metrics() {
            return this.metrics;
        }

        private static boolean moves(Metric metric) {
            return switch (metric.spec().scope()) {
                case GPU, MIG ->
                    metric.spec().cadence() == Cadence.FAST && metric.spec().kind() != Kind.COUNTER;
                case HOST -> true;
                default -> false;
            };
        }
    }
}
