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

    /** Returns the condition after a change that no read showed. */
    public Condition becoming(GpuState next, @Nullable String why, Instant now) {
        return becoming(new Condition(next, now, why));
    }

    /** Returns the condition after a read. */
    public Condition becoming(GpuReadResult read, Instant now) {
        GpuReadResult.Verdict verdict = read.verdict();
        return becoming(new Condition(
                verdict.state(),
                now,
                read.detail(),
                verdict == GpuReadResult.Verdict.FORBIDDEN,
                verdict == GpuReadResult.Verdict.OUTDATED,
                verdict == GpuReadResult.Verdict.REMOVED));
    }

    /** The same state keeps its beginning, but not that of a GPU that only gpulse could not read. */
    private Condition becoming(Condition next) {
        boolean goesOn = next.state == this.state && next.forbidden == this.forbidden;
        return goesOn
                ? new Condition(next.state, this.since, next.detail, next.forbidden, next.outdated, next.removed)
                : next;
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
