package io.gpulse.demo;

import java.util.ArrayList;
import java.util.List;

/** Builds a {@link Trace} segment by segment. */
final class TraceBuilder {

    private final List<Double> seconds = new ArrayList<>();
    private final List<Double> levels = new ArrayList<>();
    private double now;
    private double level;

    TraceBuilder(double level) {
        mark(level);
    }

    /** Adds a ramp of a number of seconds to a level. */
    TraceBuilder to(double level, double seconds) {
        this.now += seconds;
        return mark(level);
    }

    TraceBuilder stay(double seconds) {
        return to(this.level, seconds);
    }

    Trace trace() {
        return new Trace(array(this.seconds), array(this.levels));
    }

    private TraceBuilder mark(double level) {
        this.level = level;
        this.seconds.add(this.now);
        this.levels.add(level);
        return this;
    }

    private static double[] array(List<Double> numbers) {
        return numbers.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
