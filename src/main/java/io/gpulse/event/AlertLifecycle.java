package io.gpulse.event;

import java.time.Duration;
import java.time.Instant;

/**
 * The lifecycle of an alert: pending from when its condition holds, firing once the condition has held {@code for} a
 * time, resolved once the condition has not held for the time of {@code keep firing for}. Times are of a monotonic
 * clock, in milliseconds.
 */
public final class AlertLifecycle {

    private static final Duration TOGETHER = Duration.ofSeconds(10);
    private static final long UNSET = Long.MIN_VALUE;

    private final long fireAfter;
    private final long keepFiringFor;
    private long heldFrom = UNSET;
    private long clearFrom = UNSET;
    private long unknownFrom = UNSET;
    private boolean firing;

    public AlertLifecycle(Duration fireAfter, Duration keepFiringFor) {
        this.fireAfter = fireAfter.toMillis();
        this.keepFiringFor = keepFiringFor.toMillis();
    }

    /**
     * Returns whether an alert began together with equal ones of other GPUs, so that they are reported as one.
     *
     * @param first when the first of these began
     * @param last when the last of these began
     */
    public static boolean isTogether(Instant at, Instant first, Instant last) {
        return !at.isBefore(first.minus(TOGETHER)) && !at.isAfter(last.plus(TOGETHER));
    }

    /**
     * Records that the condition holds.
     *
     * @return whether the alert begins to fire
     */
    public boolean hold(long now) {
        this.clearFrom = UNSET;
        this.unknownFrom = UNSET;
        this.heldFrom = this.heldFrom == UNSET ? now : this.heldFrom;
        boolean begins = !this.firing && heldFor(now) >= this.fireAfter;
        this.firing |= begins;
        return begins;
    }

    /**
     * Records that the condition does not hold.
     *
     * @return whether the alert is inactive now
     */
    public boolean clear(long now) {
        this.unknownFrom = UNSET;
        this.clearFrom = this.clearFrom == UNSET ? now : this.clearFrom;
        return resolve(now - this.clearFrom >= this.keepFiringFor);
    }

    /**
     * Records that it is unknown whether the condition holds.
     *
     * @param longest after this time a firing alert is resolved
     * @return whether the alert is inactive now
     */
    public boolean unknown(long now, Duration longest) {
        this.clearFrom = UNSET;
        this.unknownFrom = this.unknownFrom == UNSET ? now : this.unknownFrom;
        return resolve(now - this.unknownFrom >= longest.toMillis());
    }

    /** Drops a pending alert, and resolves a firing one that is due. */
    private boolean resolve(boolean due) {
        if (this.firing && !due) {
            return false;
        }
        this.firing = false;
        this.heldFrom = UNSET;
        return true;
    }

    public boolean isFiring() {
        return this.firing;
    }

    /** Returns whether the alert is pending or fires. */
    public boolean isActive() {
        return this.heldFrom != UNSET;
    }

    /** Returns the time since the condition began to hold; 0 while the alert is inactive. */
    public long heldFor(long now) {
        return isActive() ? now - this.heldFrom : 0;
    }

    /** Returns the time since the condition was last known to hold; 0 while it holds. */
    public long notHeldFor(long now) {
        return now - (this.clearFrom != UNSET ? this.clearFrom : this.unknownFrom != UNSET ? this.unknownFrom : now);
    }
}
