package io.gpulse.nvml.probe;

/**
 * The newest stamp that was seen of the driver's samples of one kind, which the next call asks for newer ones than. A
 * stamp ahead of now is of a clock that was corrected since, or no stamp at all: it would hide all samples until the
 * clock has reached it. Used by one thread.
 */
public final class NewestStamp {

    /** The driver's clock and ours are read one after the other. */
    private static final long TOLERANCE_MICROS = 1_000_000;

    private final DriverClock clock;
    private long newest;
    private long seen;
    private long latest = Long.MAX_VALUE;

    public NewestStamp(DriverCalls calls) {
        this.clock = calls.clock();
    }

    /** Begins a call, and returns the stamp that it asks for newer samples than. */
    public long next() {
        long now = this.clock.micros().getAsLong();
        this.latest = now > Long.MAX_VALUE - TOLERANCE_MICROS ? Long.MAX_VALUE : now + TOLERANCE_MICROS;
        if (this.newest > this.latest) {
            // The clock was set back.
            this.newest = now;
        }
        this.seen = this.newest;
        return this.seen;
    }

    /** Whether a sample is newer than those of earlier calls, and not ahead of now. */
    public boolean isNew(long stamp) {
        return stamp > this.seen && stamp <= this.latest;
    }

    /** A sample with this stamp, which is new, was seen. */
    public void see(long stamp) {
        this.newest = Math.max(this.newest, stamp);
    }
}
