package io.gpulse.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;

/**
 * Looks in a row that all are of one kind.
 *
 * @param from the first look
 * @param until the first look after them
 */
record Run(int from, int until) {

    /** Returns the runs of a minimum length, including those at the edges of the watch. */
    static List<Run> all(List<Long> seen, LongPredicate kind, double seconds) {
        List<Run> runs = new ArrayList<>();
        int from = 0;
        for (int look = 0; look <= seen.size(); look++) {
            if (look == seen.size() || !kind.test(seen.get(look))) {
                runs.add(new Run(from, look));
                from = look + 1;
            }
        }
        runs.removeIf((run) -> run.seconds() < seconds);
        return runs;
    }

    double seconds() {
        return (double) (this.until - this.from) / Watch.A_SECOND;
    }

    boolean touches(int first, int last) {
        return this.from < last && first < this.until;
    }

    /** Seconds from the beginning of each to the beginning of the next. */
    static List<Double> distances(List<Run> runs) {
        return IntStream.range(1, runs.size())
                .mapToObj((next) ->
                        (double) (runs.get(next).from() - runs.get(next - 1).from()) / Watch.A_SECOND)
                .toList();
    }
}
