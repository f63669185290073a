package io.gpulse.metric;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a row rests on.
 *
 * @param metric a row, asked of the same subject, without which it means nothing
 * @param code the state which that row has to be in; empty when any will do
 * @param exceeding what that row has to be more than; empty when any number will do
 */
public record Basis(Metric metric, OptionalLong code, OptionalLong exceeding) {

    /** Why it means nothing; empty when it does. */
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
