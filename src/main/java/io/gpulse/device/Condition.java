package io.gpulse.device;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of a GPU, since when and why.
 *
 * @param detail a sentence that names the call or the code; null when there is none
 * @param forbidden whether only gpulse has no permission to read it
 * @param outdated whether only the newest figures of it are too old to be those of now
 * @param removed whether the PCI bus no longer lists a GPU that is {@link GpuState#LOST}
 */
public record Condition(
        GpuState state, Instant since, @Nullable String detail, boolean forbidden, boolean outdated, boolean removed) {

    public Condition(GpuState state, Instant since, @Nullable String detail) {
        this(state, since, detail, false, false, false);
    }

    /**
     * Returns the next condition: the same state keeps its beginning; another one begins now, as does one of the GPU
     * that only gpulse could not read before.
     *
     * @param isForbidden whether gpulse has no permission to read it
     */
    public Condition becoming(GpuState next, boolean isForbidden, @Nullable String why, Instant now) {
        boolean goesOn = next == this.state && isForbidden == this.forbidden;
        return new Condition(next, goesOn ? this.since : now, why, isForbidden, false, false);
    }

    /** Returns the same condition, after a read with this verdict. */
    public Condition because(GpuReadResult.Verdict verdict) {
        boolean isForbidden = verdict == GpuReadResult.Verdict.FORBIDDEN;
        boolean isOutdated = verdict == GpuReadResult.Verdict.OUTDATED;
        return new Condition(this.state, this.since, this.detail, isForbidden, isOutdated, this.removed);
    }

    /** Returns whether gpulse only cannot read the GPU: nothing follows for the GPU itself. */
    public boolean isUnread() {
        return this.forbidden || this.outdated;
    }

    /** Returns the same state of a GPU that the PCI bus no longer lists. */
    public Condition removedFromBus(String why) {
        return new Condition(this.state, this.since, why, this.forbidden, this.outdated, true);
    }
}
