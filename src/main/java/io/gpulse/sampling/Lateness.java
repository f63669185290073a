package io.gpulse.sampling;

import io.gpulse.device.Gpu.SlowCall;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How late the driver answers about a GPU: whether the call in progress is stuck, and whether reads are slow, which
 * they are after three late ones in a row until ten in a row are in time.
 */
final class Lateness {

    private static final int LATE_IN_A_ROW = 3;
    private static final int IN_TIME_IN_A_ROW = 10;

    /** With fewer ends of rounds during a call, gpulse itself may have been paused. */
    private static final int LEAST_OBSERVATIONS = 3;

    private final Timeouts timeouts;
    private int late;
    private int inTime;
    private boolean slow;
    private boolean stuck;
    private int observations;
    private long startedCalls;
    private Moment callSince = Moment.PAST;
    private Duration took = Duration.ZERO;
    private String detail = "";

    Lateness(Timeouts timeouts) {
        this.timeouts = timeouts;
    }

    /** Begins a read. */
    void begin(Moment startedAt, long calls) {
        this.stuck = false;
        this.observations = 0;
        this.callSince = startedAt;
        this.startedCalls = calls;
    }

    /** Starts over, for another GPU or session. The read in progress goes on. */
    void reset() {
        this.late = 0;
        this.inTime = 0;
        this.slow = false;
    }

    /**
     * Observes the call in progress at the end of a round. The calls before the first that is observed are taken for
     * quick ones.
     *
     * @param calls the number of calls about the GPU that were started in the session of the read
     * @return when the call in progress began, at the latest
     */
    Moment observe(long calls, Moment now) {
        if (calls != this.startedCalls) {
            this.callSince = this.observations > 0 ? now : this.callSince;
            this.startedCalls = calls;
        }
        this.observations++;
        Duration running = now.since(this.callSince);
        this.stuck |= this.observations >= LEAST_OBSERVATIONS && running.compareTo(this.timeouts.stuckAfter()) >= 0;
        return this.callSince;
    }

    /** Returns whether a call of the read in progress, or of the last one, was stuck. */
    boolean isStuck() {
        return this.stuck;
    }

    /** Returns whether a read is too old to show: a call was stuck, or no round ended while it was running. */
    boolean isTooOld(Duration taken) {
        return this.stuck || (this.observations == 0 && taken.compareTo(this.timeouts.stuckAfter()) >= 0);
    }

    /** Adds a read that has returned. */
    void add(Duration taken, @Nullable SlowCall slowestCall) {
        boolean isLate = taken.compareTo(this.timeouts.lateAfter()) >= 0;
        this.late = isLate ? this.late + 1 : 0;
        this.inTime = isLate ? 0 : this.inTime + 1;
        boolean wasSlow = this.slow;
        this.slow = this.slow ? this.inTime < IN_TIME_IN_A_ROW : this.late >= LATE_IN_A_ROW;
        // The text stays the same while reads take about as long.
        if (isLate && !(wasSlow && isLike(taken))) {
            this.took = taken;
            this.detail =
                    (slowestCall == null ? "" : slowestCall.symbol() + " takes " + seconds(slowestCall.took()) + "; ")
                            + "a read of this GPU takes " + seconds(taken) + ".";
        }
    }

    /** Returns whether a duration is less than twice, and more than half, of that in the text. */
    private boolean isLike(Duration taken) {
        return taken.compareTo(this.took.multipliedBy(2)) < 0 && this.took.compareTo(taken.multipliedBy(2)) < 0;
    }

    boolean isSlow() {
        return this.slow;
    }

    /** Returns the slowest call and its duration, as a sentence. */
    String detail() {
        return this.detail;
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }
}
