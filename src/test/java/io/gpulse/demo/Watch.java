package io.gpulse.demo;

import io.gpulse.testing.SettableClock;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/** Looks five times a second, as the dashboard does at its fastest. */
record Watch(SettableClock clock) {

    static final int A_SECOND = 5;
    private static final Duration FIFTH = Duration.ofMillis(200);

    List<Long> seconds(int seconds, LongSupplier figure) {
        return LongStream.range(0, (long) seconds * A_SECOND)
                .map((time) -> {
                    this.clock.advance(FIFTH);
                    return figure.getAsLong();
                })
                .boxed()
                .toList();
    }

    static long spread(List<Long> seen) {
        return seen.stream().mapToLong(Long::longValue).max().orElseThrow()
                - seen.stream().mapToLong(Long::longValue).min().orElseThrow();
    }
}
