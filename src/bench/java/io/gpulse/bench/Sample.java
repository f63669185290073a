package io.gpulse.bench;

import java.util.List;

/**
 * What one round costs.
 *
 * @param micros CPU time
 * @param bytes taken from the heap of Java
 * @param taken how often something was taken from the heap of C
 */
record Sample(double micros, double bytes, double taken) {

    /** The usual time, but the worst of what should not be taken at all. */
    static Sample of(List<Sample> samples) {
        return new Sample(
                median(samples.stream().map(Sample::micros).toList()),
                median(samples.stream().map(Sample::bytes).toList()),
                samples.stream().mapToDouble(Sample::taken).max().orElse(0));
    }

    static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }
}
