package io.gpulse.web.body;

import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpulse.web.ProblemException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RateLimiterTests {

    @Test
    void excessRequestsAreRejectedUntilTimeHasPassed() {
        AtomicLong nanos = new AtomicLong();
        RateLimiter limiter = new RateLimiter("marks", nanos::get);
        for (int mark = 0; mark < RateLimiter.A_MINUTE; mark++) {
            limiter.take();
        }
        assertThatThrownBy(limiter::take)
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("more than 120 marks");

        nanos.addAndGet(600_000_000);

        assertThatNoException().isThrownBy(limiter::take);
        assertThatThrownBy(limiter::take).isInstanceOf(ProblemException.class);
    }
}
