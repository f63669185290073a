package io.gpulse.bench;

import java.util.List;

/**
 * The cost of one round.
 *
 * @param micros CPU time
 * @param bytes allocated on the Java heap
 * @param taken number of allocations on the C heap
 */
record Sample(double micros, double bytes, double taken) {

    /** Returns the median time and the maximum allocations. */
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
