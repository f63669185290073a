package io.gpulse.bench;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The cost of one kind of round for all GPUs.
 *
 * @param micros CPU time
 * @param bytes allocated on the Java heap
 * @param taken number of allocations on the C heap
 * @param inC CPU time of a call of the C program, in µs
 * @param inPython CPU time of a call of the script, in µs; empty without pynvml
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

    /** Parses the output of {@link RoundRun}. */
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

    /** Returns the time of our call as a multiple of the script's. */
    OptionalDouble timesPynvml() {
        return this.inPython.isPresent()
                ? OptionalDouble.of(microsPerCall() / this.inPython.getAsDouble())
                : OptionalDouble.empty();
    }

    private static String number(OptionalDouble number, int digits) {
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
                number(this.inPython, 3),
                number(timesPynvml(), 2),
                Paper.number(this.taken, 2));
    }
}
