package io.gpulse.selection;

import io.gpulse.web.ProblemException;
import io.swagger.v3.oas.annotations.Parameter;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;
import org.hibernate.validator.constraints.Range;
import org.jspecify.annotations.Nullable;

/**
 * A hold to add.
 *
 * @param seconds Its length.
 * @param holder For whom: a name without blanks, at most 64 characters. A caller with credentials is named by them
 *     instead. Default: `unknown`.
 */
record HoldQuery(
        @Parameter(example = "60") @Range(min = 1, max = HoldTime.LONGEST)
        Integer seconds,

        @Parameter(example = "anna") @Nullable String holder) {

    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}._@-]{1,64}");

    HoldQuery {
        seconds = Objects.requireNonNullElse(seconds, HoldTime.USUAL);
    }

    /** @throws ProblemException when it could be read as more than a name */
    String checkedHolder() {
        if (this.holder != null && !NAME.matcher(this.holder).matches()) {
            throw ProblemException.badRequest("holder is a name of at most 64 letters, digits and .-_@, such as anna.");
        }
        return Objects.requireNonNullElse(this.holder, "unknown");
    }

    Duration time() {
        return Duration.ofSeconds(this.seconds);
    }
}
