package io.gpulse.insight;

import io.gpulse.insight.rule.ChartSpec;
import io.gpulse.insight.window.MachineWindow;
import io.gpulse.insight.window.Series;
import io.gpulse.metric.Metric;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A series that illustrates an insight.
 *
 * @param metric Key of the metric.
 * @param gpu UUID of the GPU.
 * @param unit Unit, as in the catalogue.
 * @param stepMillis Time between values.
 * @param from When the first value begins.
 * @param shaded For each value, whether the condition of the insight held.
 */
@Schema(name = "InsightChart")
record InsightChart(
        @Schema(example = "utilization.gpu") String metric,

        @Nullable String gpu,

        @Schema(example = "PERCENT") String unit,

        @Schema(example = "5000") long stepMillis,

        Instant from,

        @ArraySchema(
                schema = @Schema(types = {"number", "null"}),
                arraySchema =
                        @Schema(
                                description = "Means, one per step, from the first one that is known; null in gaps."
                                        + " A step that no round fell into has the value before it."))
        List<@Nullable Number> values,

        List<Boolean> shaded,

        @ArraySchema(
                schema = @Schema(types = {"number", "null"}),
                arraySchema =
                        @Schema(
                                description = "Memory in use in bytes, one mean per step; null where it is unknown."
                                        + " Empty if the chart does not show it."))
        List<@Nullable Number> memory) {

    private static final int MOST_POINTS = 180;
    private static final double HALF = 50;

    /** Fewer missing rounds are no gap. */
    private static final double GAP_ROUNDS = 3;

    private static final Duration CLOSE = Duration.ofMinutes(2);

    static InsightChart of(ChartSpec spec, MachineWindow machine) {
        boolean close = spec.span().compareTo(CLOSE) <= 0;
        Series series = close ? spec.gpu().minutes(spec.metric()) : spec.gpu().hour(spec.metric());
        double[] slots = fromFirstKnown(series.last(machine.now(), spec.span().toMillis()));
        int most = (int) Math.ceil(GAP_ROUNDS * machine.latest().every().toMillis() / series.step()) - 1;
        int joined = Math.max(1, (slots.length + MOST_POINTS - 1) / MOST_POINTS);
        List<@Nullable Number> values = numbers(join(hold(slots, most), joined));
        long step = series.step() * joined;
        // Slots begin at multiples of their length on the monotonic clock.
        long end = machine.now() / series.step() * series.step() + series.step();
        long span = slots.length * series.step();
        Means others = (metric) -> join(hold(spec.gpu().hour(metric).last(machine.now(), span), most), joined);
        return new InsightChart(
                spec.metric().key(),
                spec.gpu().uuid(),
                spec.metric().spec().unit().name(),
                step,
                machine.wall().plusMillis(end - machine.now() - step * values.size()),
                values,
                shaded(spec.shade(), others, values.size()),
                spec.area() == null ? List.of() : numbers(others.of(spec.area())));
    }

    /** The means of another metric for the same steps. */
    private interface Means {
        double[] of(Metric metric);
    }

    private static List<@Nullable Number> numbers(double[] means) {
        List<@Nullable Number> numbers = new ArrayList<>();
        for (double mean : means) {
            numbers.add(Double.isNaN(mean) ? null : InsightResponse.number(mean));
        }
        return numbers;
    }

    private static double[] fromFirstKnown(double[] slots) {
        int first = 0;
        while (first < slots.length && Double.isNaN(slots[first])) {
            first++;
        }
        return Arrays.copyOfRange(slots, first, slots.length);
    }

    /** Repeats the value before empty slots, up to a number of them: rounds are not exactly one slot apart. */
    private static double[] hold(double[] slots, int most) {
        int known = 0;
        for (int slot = 1; slot < slots.length; slot++) {
            if (!Double.isNaN(slots[slot])) {
                if (slot - known - 1 <= most) {
                    Arrays.fill(slots, known + 1, slot, slots[known]);
                }
                known = slot;
            }
        }
        return slots;
    }

    private static List<Boolean> shaded(@Nullable Metric shade, Means others, int points) {
        if (shade == null) {
            return Collections.nCopies(points, false);
        }
        double[] means = others.of(shade);
        return IntStream.range(0, points)
                .mapToObj((place) -> means[place] > HALF)
                .toList();
    }

    /** Returns means of groups of slots; the newest group is complete, the oldest may be of fewer. */
    private static double[] join(double[] slots, int joined) {
        double[] means = new double[(slots.length + joined - 1) / joined];
        for (int i = 0; i < means.length; i++) {
            int end = slots.length - (means.length - 1 - i) * joined;
            double[] group = Arrays.copyOfRange(slots, Math.max(0, end - joined), end);
            means[i] = Series.known(group).average().orElse(Double.NaN);
        }
        return means;
    }

    /** Returns whether it is of a metric and a GPU, and its last value has not ended. */
    boolean isCurrent(ChartSpec spec, Instant now) {
        return spec.metric().key().equals(this.metric)
                && Objects.equals(spec.gpu().uuid(), this.gpu)
                && now.isBefore(this.from.plusMillis(this.stepMillis * this.values.size()));
    }
}
