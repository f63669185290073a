package io.gpulse.demo;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.ToLongFunction;

/** What the driver samples by itself, at moments that do not depend on who asks, and keeps for a while. */
final class Samples {

    private static final int VALUE_TYPE = 8;
    private static final int COUNT = 12;
    private static final int RECORDS = 16;
    private static final int RECORD = 16;
    private static final int VALUE = 8;
    private static final int U32 = 1;
    private static final int NOT_FOUND = 6;
    private static final int KEPT = 100;
    private static final long MICROS = 1_000_000;

    /** By the driver's number of the kind. */
    private static final Map<Integer, Ring> RINGS =
            Map.of(0, new Ring(100_000, Moment::powerNow), 1, new Ring(MICROS / 6, Moment::utilization));

    /** How many microseconds lie between two samples, and what is sampled. */
    private record Ring(long every, ToLongFunction<Moment> figure) {}

    private Samples() {}

    static void give(Moment now, Answer out) {
        Ring ring = RINGS.get(out.argument());
        if (ring == null) {
            out.refuse(Answer.NOT_SUPPORTED);
            return;
        }
        ByteBuffer memory = out.memory();
        long last = micros(now.instant()) / ring.every();
        long first = Math.max(out.given() / ring.every(), last - KEPT) + 1;
        if (first > last) {
            out.refuse(NOT_FOUND);
        } else if (last - first >= memory.getInt(COUNT)) {
            out.refuse(Answer.INSUFFICIENT_SIZE);
        } else {
            memory.putInt(VALUE_TYPE, U32);
            memory.putInt(COUNT, (int) (last - first + 1));
            for (long number = first; number <= last; number++) {
                int start = RECORDS + (int) (number - first) * RECORD;
                Moment then = Moment.of(now.board(), instant(number * ring.every()));
                memory.putLong(start, number * ring.every());
                memory.putInt(start + VALUE, (int) ring.figure().applyAsLong(then));
            }
        }
    }

    private static long micros(Instant instant) {
        return instant.getEpochSecond() * MICROS + instant.getNano() / 1000;
    }

    private static Instant instant(long micros) {
        return Instant.EPOCH.plus(Duration.ofNanos(micros % MICROS * 1000)).plusSeconds(micros / MICROS);
    }
}
