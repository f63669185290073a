package io.gpulse.insight;

import io.gpulse.insight.rule.ChartSpec;
import io.gpulse.insight.window.MachineWindow;
import io.gpulse.insight.window.Series;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A series that illustrates an insight. Immutable. */
final class Chart {

    private static final int MOST_POINTS = 180;
    private static final Duration CLOSE = Duration.ofMinutes(2);

    private final Metric metric;
    private final @Nullable String gpu;
    private final long stepMillis;
    private final Instant from;
    private final float[] values;
    private final boolean[] shaded;

    private Chart(ChartSpec spec, long stepMillis, Instant from, float[][] values) {
        this.metric = spec.metric();
        this.gpu = spec.gpu().uuid();
        this.stepMillis = stepMillis;
        this.from = from;
        this.values = values[0];
        this.shaded = new boolean[this.values.length];
        for (int i = 0; i < this.shaded.length; i++) {
            this.shaded[i] = values.length > 1 && spec.shaded().test(values[1][i]);
        }
    }

    static Chart of(ChartSpec spec, MachineWindow machine) {
        boolean close = spec.span().compareTo(CLOSE) <= 0;
        Series series = close ? spec.gpu().minutes(spec.metric()) : spec.gpu().hour(spec.metric());
        float[] slots = series.last(machine.now(), spec.span().toMillis());
        int joined = (slots.length + MOST_POINTS - 1) / MOST_POINTS;
        float[] values = join(slots, joined);
        Metric shade = spec.shade();
        float[][] both = shade == null
                ? new float[][] {values}
                : new float[][] {
                    values,
                    join(spec.gpu().hour(shade).last(machine.now(), spec.span().toMillis()), joined)
                };
        long step = series.step() * joined;
        // Slots begin at multiples of their length on the monotonic clock.
        long end = machine.now() / series.step() * series.step() + series.step();
        Instant from = machine.wall().plusMillis(end - machine.now() - step * values.length);
        return new Chart(spec, step, from, both);
    }

    /** Returns means of groups of slots; the newest group is complete, the oldest may be of fewer. */
    private static float[] join(float[] slots, int joined) {
        float[] means = new float[(slots.length + joined - 1) / joined];
        for (int i = 0; i < means.length; i++) {
            int end = slots.length - (means.length - 1 - i) * joined;
            means[i] = mean(slots, Math.max(0, end - joined), end);
        }
        return means;
    }

    private static float mean(float[] slots, int from, int to) {
        return (float) IntStream.range(from, to)
                .mapToDouble((i) -> slots[i])
                .filter((value) -> !Double.isNaN(value))
                .average()
                .orElse(Double.NaN);
    }

    boolean isOf(ChartSpec spec) {
        return spec.metric() == this.metric && Objects.equals(spec.gpu().uuid(), this.gpu);
    }

    Metric metric() {
        return this.metric;
    }

    @Nullable
    String gpu() {
        return this.gpu;
    }

    long stepMillis() {
        return this.stepMillis;
    }

    /** Returns when the first value begins. */
    Instant from() {
        return this.from;
    }

    /** Returns when the last value ends. */
    Instant to() {
        return this.from.plusMillis(this.stepMillis * this.values.length);
    }

    int size() {
        return this.values.length;
    }

    /** Returns a value; NaN where it is unknown. */
    float value(int place) {
        return this.values[place];
    }

    /** Returns whether the condition holds at a value. */
    boolean isShaded(int place) {
        return this.shaded[place];
    }
}
