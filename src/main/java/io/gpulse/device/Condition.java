package io.gpulse.device;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of a GPU, since when and why.
 *
 * @param detail a sentence that names the call or the code; null when there is none
 * @param forbidden whether only gpulse has no permission to read it
 * @param removed whether the PCI bus no longer lists a GPU that is {@link GpuState#LOST}
 */
public record Condition(
        GpuState state, Instant since, @Nullable String detail, boolean forbidden, boolean removed) {

    public Condition(GpuState state, Instant since, @Nullable String detail) {
        this(state, since, detail, false, false);
    }

    /** Returns the next condition: the same state keeps its beginning; another one begins now. */
    public Condition becoming(GpuState next, @Nullable String why, Instant now) {
        return new Condition(next, next == this.state ? this.since : now, why);
    }

    /** Returns the same condition, with whether gpulse has no permission. */
    public Condition forbidden(boolean isForbidden) {
        return new Condition(this.state, this.since, this.detail, isForbidden, this.removed);
    }

    /** Returns the same state of a GPU that the PCI bus no longer lists. */
    public Condition removedFromBus(String why) {
        return new Condition(this.state, this.since, why, this.forbidden, true);
    }
}
