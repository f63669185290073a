package io.gpulse.selection;

import io.swagger.v3.oas.annotations.Parameter;
import java.time.Duration;
import java.util.Objects;
import org.hibernate.validator.constraints.Range;

/**
 * Length of a hold.
 *
 * @param seconds Seconds from now.
 */
record HoldTime(
        @Parameter(example = "60") @Range(min = 1, max = HoldTime.LONGEST)
        Integer seconds) {

    static final int LONGEST = 120;

    static final int USUAL = 60;

    HoldTime {
        seconds = Objects.requireNonNullElse(seconds, USUAL);
    }

    Duration duration() {
        return Duration.ofSeconds(this.seconds);
    }
}
