package io.gpulse.history;

import io.gpulse.web.ProblemException;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;

/**
 * The parameters that name a time span: {@code range}, or {@code from} and {@code to}.
 *
 * @param range Length of a time span that ends now. Each operation has its own default.
 * @param from Begin of the time span, instead of `range`: ISO-8601, or milliseconds since 1970.
 * @param to End of the time span, exclusive; only with `from`. Default: now.
 */
public record TimeRangeParameters(
        @Parameter(example = "12h") @Nullable @DurationMin(nanos = 1) @DurationMax(days = 366)
        Duration range,

        @Parameter(schema = @Schema(type = "string", pattern = TimeRange.PATTERN)) @Nullable
        String from,

        @Parameter(schema = @Schema(type = "string", pattern = TimeRange.PATTERN)) @Nullable
        String to) {

    /** Returns whether none of the parameters is given. */
    public boolean isEmpty() {
        return this.range == null && this.from == null && this.to == null;
    }

    /**
     * Returns the time span.
     *
     * @param usual its length when no parameter is given
     * @throws ProblemException when the parameters contradict each other
     */
    public TimeRange at(Instant now, Duration usual) {
        if (this.range != null && (this.from != null || this.to != null)) {
            throw ProblemException.badRequest("range= ends now: give either range=, or from= and to=.");
        }
        if (this.from == null) {
            if (this.to != null) {
                throw ProblemException.badRequest("to= needs from=.");
            }
            return new TimeRange(now.minus(this.range == null ? usual : this.range), now);
        }
        return TimeRange.between(
                TimeRange.parse("from", this.from), this.to == null ? now : TimeRange.parse("to", this.to));
    }
}
