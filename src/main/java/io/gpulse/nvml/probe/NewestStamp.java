package io.gpulse.nvml.probe;

/**
 * The newest time stamp of the driver's samples of one kind; the next call requests newer samples. A stamp ahead of now
 * is from a clock that was corrected since, or invalid: it would hide all samples until the clock has reached it. Used
 * by one thread.
 */
public final class NewestStamp {

    /** The driver's clock and gpulse's are read one after the other. */
    private static final long TOLERANCE_MICROS = 1_000_000;

    private final DriverClock clock;
    private long newest;
    private long seen;
    private long latest = Long.MAX_VALUE;

    public NewestStamp(DriverCalls calls) {
        this.clock = calls.clock();
    }

    /** Begins a call, and returns the stamp after which it requests samples. */
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

    /** Returns whether a sample is newer than those of earlier calls, and not ahead of now. */
    public boolean isNew(long stamp) {
        return stamp > this.seen && stamp <= this.latest;
    }

    /** Records the stamp of a new sample. */
    public void record(long stamp) {
        this.newest = Math.max(this.newest, stamp);
    }
}
