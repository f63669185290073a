package io.gpulse.history.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class SlowReaderTests {

    private final AtomicLong nanos = new AtomicLong();
    private final SlowReader reader = new SlowReader(this.nanos::get);

    /** Returns the second at which the response ends; the last one when it does not. */
    private long ends(int seconds, LongUnaryOperator taken, boolean waiting) {
        for (int second = 1; second <= seconds; second++) {
            this.nanos.set(Duration.ofSeconds(second).toNanos());
            if (!this.reader.isFastEnough(taken.applyAsLong(second), waiting)) {
                return second;
            }
        }
        return seconds + 1L;
    }

    @Test
    void aResponseWithoutProgressForTenSecondsEnds() {
        assertThat(ends(60, (second) -> 0, true)).isEqualTo(10);
    }

    @Test
    void aResponseThatStallsEndsTenSecondsLater() {
        assertThat(ends(60, (second) -> 1_000_000 * Math.min(second, 20), true)).isEqualTo(30);
    }

    @Test
    void aResponseThatIsReadTooSlowlyEnds() {
        assertThat(ends(60, (second) -> 4000 * second, true)).isEqualTo(30);
    }

    @Test
    void aResponseThatBecomesTooSlowEnds() {
        assertThat(ends(100, (second) -> Math.min(second, 30) * 100_000 + second, true))
                .isEqualTo(60);
    }

    @Test
    void aSlowClientAboveTheMinimumRateIsServed() {
        assertThat(ends(119, (second) -> 4096 * second, true)).isEqualTo(120);
    }

    @Test
    void bytesSentBeforeTheResponseDoNotCount() {
        assertThat(ends(60, (second) -> 5_000_000 + second, true)).isEqualTo(30);
    }

    @Test
    void bytesBeforeTheFirstCheckAreNoStall() {
        assertThat(ends(119, (second) -> 5000 * second - 100_000, true)).isEqualTo(120);
    }

    @Test
    void aResponseThatIsStillComputedIsNotSlow() {
        assertThat(ends(119, (second) -> 0, false)).isEqualTo(120);
    }

    @Test
    void noResponseTakesMoreThanTwoMinutes() {
        assertThat(ends(300, (second) -> 1_000_000 * second, true)).isEqualTo(120);
    }
}
