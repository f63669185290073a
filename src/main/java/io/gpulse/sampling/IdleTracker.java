package io.gpulse.sampling;

import io.gpulse.device.Activity;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Follows whether a GPU is idle or busy. A moment of the other kind changes nothing: it turns after 10 s of it, dated
 * back to their beginning.
 */
final class IdleTracker {

    private static final double IDLE_PERCENT = 1;
    private static final Duration TURNS_AFTER = Duration.ofSeconds(10);

    private boolean idle;
    private @Nullable Instant since;
    private @Nullable Moment otherSince;

    /** What follows from another look. */
    Activity after(Readings readings, Moment sampledAt) {
        OptionalDouble utilization = readings.number(Metric.UTILIZATION_GPU);
        if (utilization.isEmpty()) {
            return Activity.UNKNOWN;
        }
        // A short kernel between two looks is work too.
        double most = readings.number(Metric.UTILIZATION_GPU_MAX).orElse(utilization.getAsDouble());
        boolean idleNow = most <= IDLE_PERCENT;
        if (this.since == null) {
            turn(idleNow, sampledAt.wallTime());
        } else if (idleNow == this.idle) {
            this.otherSince = null;
        } else {
            doubt(idleNow, sampledAt);
        }
        return this.idle ? new Activity(this.since, null) : new Activity(null, this.since);
    }

    /** Another GPU, or one of which nothing is known any more. */
    void forget() {
        this.since = null;
        this.otherSince = null;
    }

    private void doubt(boolean idleNow, Moment sampledAt) {
        Moment begun = this.otherSince == null ? sampledAt : this.otherSince;
        this.otherSince = begun;
        if (sampledAt.since(begun).compareTo(TURNS_AFTER) >= 0) {
            turn(idleNow, begun.wallTime());
        }
    }

    private void turn(boolean idleNow, Instant from) {
        this.idle = idleNow;
        this.since = from;
        this.otherSince = null;
    }
}
