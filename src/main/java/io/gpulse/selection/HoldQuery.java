package io.gpulse.selection;

import io.gpulse.web.body.LineText;
import io.swagger.v3.oas.annotations.Parameter;
import java.time.Duration;
import java.util.Objects;
import org.hibernate.validator.constraints.Range;
import org.jspecify.annotations.Nullable;

/**
 * A hold to add.
 *
 * @param seconds Its length.
 * @param holder For whom, at most 64 characters. A caller with credentials is named by them instead. Default:
 *     `unknown`.
 */
record HoldQuery(
        @Parameter(example = "60") @Range(min = 1, max = HoldTime.LONGEST)
        Integer seconds,

        @Parameter(example = "anna") @Nullable String holder) {

    private static final int LONGEST_NAME = 64;

    HoldQuery {
        seconds = Objects.requireNonNullElse(seconds, HoldTime.USUAL);
    }

    /** @throws io.gpulse.web.ProblemException when the name is not one line of visible text */
    String checkedHolder() {
        return this.holder == null ? "unknown" : LineText.checked("holder", this.holder, LONGEST_NAME);
    }

    Duration time() {
        return Duration.ofSeconds(this.seconds);
    }
}
