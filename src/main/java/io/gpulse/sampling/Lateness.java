package io.gpulse.sampling;

import io.gpulse.device.Gpu.SlowCall;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How late the driver answers about a GPU: whether the call in progress is stuck, and whether reads are slow, which
 * they are after two late ones in a row until two in a row are in time.
 */
final class Lateness {

    private static final int IN_A_ROW = 2;

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
    private String slowest = "";
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

    /**
     * Observes the call in progress at the end of a round. The calls before the first that is observed are taken for
     * quick ones.
     *
     * @param calls the number of calls about the GPU that were started
     * @return for how long it has been running if it is stuck; otherwise null
     */
    @Nullable
    Duration stuckFor(long calls, Moment now) {
        if (calls != this.startedCalls) {
            this.callSince = this.observations > 0 ? now : this.callSince;
            this.startedCalls = calls;
        }
        this.observations++;
        Duration running = now.since(this.callSince);
        this.stuck |= this.observations >= LEAST_OBSERVATIONS && running.compareTo(this.timeouts.stuckAfter()) >= 0;
        return this.stuck ? running : null;
    }

    /** Returns whether a read is too old to show: a call was stuck, or no round ended while it was running. */
    boolean isTooOld(Duration took) {
        return this.stuck || (this.observations == 0 && took.compareTo(this.timeouts.stuckAfter()) >= 0);
    }

    /** Adds a read that has returned. */
    void add(Duration took, @Nullable SlowCall slowestCall) {
        boolean isLate = took.compareTo(this.timeouts.deadline()) >= 0;
        this.late = isLate ? this.late + 1 : 0;
        this.inTime = isLate ? 0 : this.inTime + 1;
        boolean wasSlow = this.slow;
        this.slow = this.slow ? this.inTime < IN_A_ROW : this.late >= IN_A_ROW;
        String symbol = slowestCall == null ? "" : slowestCall.symbol();
        // The text stays the same while the driver is slow for the same reason.
        if (isLate && !(wasSlow && symbol.equals(this.slowest))) {
            this.slowest = symbol;
            this.detail = (slowestCall == null ? "" : symbol + " takes " + seconds(slowestCall.took()) + "; ")
                    + "a read of this GPU takes " + seconds(took) + ".";
        }
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
