package io.gpulse.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.history.TimeRange;
import io.gpulse.history.TimeRangeParameters;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EventQueryTests {

    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");
    private static final Instant BEFORE_THE_CLOCK_WAS_SET_BACK = NOW.plusSeconds(3600);

    private static TimeRange span(@Nullable Duration range, @Nullable String from, @Nullable String to) {
        return new EventQuery(null, null, null, null, null, null).span(new TimeRangeParameters(range, from, to), NOW);
    }

    @Test
    void aRangeThatReachesToNowHasEventsThatAreLaterThanNow() {
        assertThat(span(Duration.ofHours(1), null, null)).satisfies((span) -> {
            assertThat(span.from()).isEqualTo(NOW.minusSeconds(3600));
            assertThat(span.to()).isAfter(BEFORE_THE_CLOCK_WAS_SET_BACK);
        });
        assertThat(span(null, null, null).to()).isAfter(BEFORE_THE_CLOCK_WAS_SET_BACK);
        assertThat(span(null, "2026-11-20T09:00:00Z", null).to()).isAfter(BEFORE_THE_CLOCK_WAS_SET_BACK);
    }

    @Test
    void aRangeWithAnEndOfItsOwnEndsThere() {
        assertThat(span(null, "2026-11-20T08:00:00Z", "2026-11-20T09:00:00Z").to())
                .isEqualTo(Instant.parse("2026-11-20T09:00:00Z"));
    }
}
