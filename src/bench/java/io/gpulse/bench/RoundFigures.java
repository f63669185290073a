package io.gpulse.bench;

import java.util.List;
import java.util.Locale;

/**
 * What one kind of round costs, all GPUs together.
 *
 * @param micros CPU time
 * @param bytes taken from the heap of Java
 * @param taken how often something was taken from the heap of C
 * @param inC CPU time of a call that a C program makes, µs
 */
record RoundFigures(
        int gpus, String round, long calls, long values, double micros, double bytes, double taken, double inC) {

    /** As {@link RoundRun} writes it. */
    static RoundFigures of(int gpus, String line, double inC) {
        String[] words = line.split(" ");
        return new RoundFigures(
                gpus,
                words[0],
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Double.parseDouble(words[3]),
                Double.parseDouble(words[4]),
                Double.parseDouble(words[5]),
                inC);
    }

    static String line(String round, long calls, long values, Sample median) {
        return String.format(
                Locale.ROOT,
                "%s %d %d %.3f %.1f %.4f",
                round,
                calls,
                values,
                median.micros(),
                median.bytes(),
                median.taken());
    }

    double microsPerCall() {
        return this.micros / this.calls;
    }

    List<String> row() {
        return List.of(
                String.valueOf(this.gpus),
                this.round,
                String.valueOf(this.calls),
                String.valueOf(this.values),
                Paper.number(this.micros, 1),
                Paper.number(microsPerCall(), 3),
                Paper.number(this.micros / this.values, 3),
                Paper.number(this.bytes, 0),
                Paper.number(this.bytes / this.values, 1),
                Paper.number(this.inC, 4),
                Paper.number(microsPerCall() / this.inC, 1),
                Paper.number(this.taken, 2));
    }
}
