package io.gpulse.metric;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * The condition under which a row is meaningful.
 *
 * @param metric a row of the same subject that must be present
 * @param code the required state of that row; empty for any
 * @param exceeding a number that that row must exceed; empty for any
 */
public record Basis(Metric metric, OptionalLong code, OptionalLong exceeding) {

    /** Returns why the row is meaningless; empty when it is meaningful. */
    public Optional<Reading> moot(Reading known) {
        if (known instanceof Reading.Absent absent) {
            return Optional.of(Reading.absent(absent.reason()));
        }
        if (this.exceeding.isPresent() && known.number().orElse(0) <= this.exceeding.getAsLong()) {
            return Optional.of(Reading.absent(Reason.NOT_SUPPORTED));
        }
        boolean other =
                this.code.isPresent() && known instanceof Reading.State state && state.code() != this.code.getAsLong();
        return other ? Optional.of(Reading.absent(Reason.NO_DATA)) : Optional.empty();
    }
}
