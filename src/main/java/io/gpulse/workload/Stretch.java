package io.gpulse.workload;

import org.jspecify.annotations.Nullable;

/**
 * The time that something took. A clock that was set back does not make it negative.
 *
 * @param at begin, in epoch ms
 * @param until end, in epoch ms; null while it goes on
 */
public record Stretch(long at, @Nullable Long until) {

    public static final long MINUTE = 60_000;
    public static final long SAME_TIME = 5 * MINUTE;

    private static final double HOUR = 3_600_000;

    public Stretch {
        until = until == null ? null : Math.max(at, until);
    }

    public static Stretch moment(long at) {
        return new Stretch(at, at);
    }

    /** Returns whether it has a duration. */
    public boolean lasts() {
        return this.until == null || this.until > this.at;
    }

    /** Returns the end, or a time before which it has not ended. */
    public long end(long otherwise) {
        return this.until == null ? Math.max(this.at, otherwise) : this.until;
    }

    /** Returns the length until a time at the latest, in ms. */
    public long length(long now) {
        return end(now) - this.at;
    }

    /** Returns the length of the part in a time span, in ms. */
    public long within(long from, long to) {
        return Math.max(0, Math.min(end(to), to) - Math.max(this.at, from));
    }

    public boolean overlaps(Stretch other, long now) {
        return within(other.at, other.end(now)) > 0;
    }

    /** Returns the time from the earlier begin to the later end. */
    public Stretch and(Stretch other) {
        boolean goesOn = this.until == null || other.until == null;
        return new Stretch(Math.min(this.at, other.at), goesOn ? null : Math.max(end(0), other.end(0)));
    }

    public static boolean isSameTime(long one, long other) {
        return Math.abs(one - other) <= SAME_TIME;
    }

    public static double hours(long millis) {
        return millis / HOUR;
    }
}
