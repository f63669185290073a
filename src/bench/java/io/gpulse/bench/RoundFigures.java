package io.gpulse.bench;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * What one kind of round costs, all GPUs together.
 *
 * @param micros CPU time
 * @param bytes taken from the heap of Java
 * @param taken how often something was taken from the heap of C
 * @param inC CPU time of a call that a C program makes, µs
 * @param inPython CPU time of a call that a script with pynvml makes, µs; empty where there is no pynvml
 */
record RoundFigures(
        int gpus,
        String round,
        long calls,
        long values,
        double micros,
        double bytes,
        double taken,
        double inC,
        OptionalDouble inPython) {

    /** As {@link RoundRun} writes it. */
    static RoundFigures of(int gpus, String line, double inC, OptionalDouble inPython) {
        String[] words = line.split(" ");
        return new RoundFigures(
                gpus,
                words[0],
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Double.parseDouble(words[3]),
                Double.parseDouble(words[4]),
                Double.parseDouble(words[5]),
                inC,
                inPython);
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

    /** Our call in calls of the script. */
    OptionalDouble timesPynvml() {
        return this.inPython.isPresent()
                ? OptionalDouble.of(microsPerCall() / this.inPython.getAsDouble())
                : OptionalDouble.empty();
    }

    private static String told(OptionalDouble number, int digits) {
        return number.isPresent() ? Paper.number(number.getAsDouble(), digits) : "-";
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
                told(this.inPython, 3),
                told(timesPynvml(), 2),
                Paper.number(this.taken, 2));
    }
}
