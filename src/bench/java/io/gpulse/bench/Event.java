package io.gpulse.bench;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The beginning of an event.
 *
 * @param id counts up by one
 * @param readyMicros when its snapshot was complete, in µs of the clock that all processes share; up to a millisecond
 *     early
 */
record Event(long id, long readyMicros) {

    /** Plain. */
    static Event in(String head) {
        Instant takenAt = Instant.parse(between(head, "\"takenAt\":\"", "\""));
        double took = Double.parseDouble(between(head, "\"tookMillis\":", ","));
        long micros = ChronoUnit.MICROS.between(Instant.EPOCH, takenAt) + (long) (took * 1000);
        return new Event(Long.parseLong(between(head, "id:", "\n")), micros);
    }

    static String between(String text, String before, String after) {
        int begin = text.indexOf(before) + before.length();
        return text.substring(begin, text.indexOf(after, begin));
    }
}
