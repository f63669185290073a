package io.gpulse.metric;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The condition under which a row is meaningful.
 *
 * @param metric a row of the same subject that must be present
 * @param code the required state of that row; empty for any
 * @param exceeding a number that that row must exceed; empty for any
 */
public record Basis(Metric metric, OptionalLong code, OptionalLong exceeding) {

    /** Returns why the row is meaningless; null when it is meaningful. */
    public @Nullable Reading moot(Reading known) {
        if (known instanceof Reading.Absent absent) {
            return Reading.absent(absent.reason());
        }
        if (this.exceeding.isPresent() && known.numberOr(0) <= this.exceeding.getAsLong()) {
            return Reading.absent(Reason.NOT_SUPPORTED);
        }
        boolean other =
                this.code.isPresent() && known instanceof Reading.State state && state.code() != this.code.getAsLong();
        return other ? Reading.absent(Reason.NO_DATA) : null;
    }
}
