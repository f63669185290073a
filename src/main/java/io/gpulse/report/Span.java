package io.gpulse.report;

import io.gpulse.device.Snapshot;
import java.time.Duration;

/**
 * The time that is reported: rounds with {@code from < at <= to}.
 *
 * @param from in epoch ms, exclusive
 * @param to in epoch ms, inclusive
 */
record Span(long from, long to) {

    boolean contains(long at) {
        return at > this.from && at <= this.to;
    }

    double seconds() {
        return (this.to - this.from) / 1000.0;
    }

    /**
     * Returns how far before and after the span a round may be to serve as a boundary, in ms.
     *
     * @param every from round to round, in ms
     */
    static long reach(long every) {
        return Snapshot.longestPause(Duration.ofMillis(every)).toMillis();
    }
}
