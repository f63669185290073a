package io.gpulse.sampling;

import io.gpulse.device.Activity;
import io.gpulse.device.GpuReadings;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The idle or busy state of a GPU. It changes after 10 s of samples of the opposite state, as of the first of them. */
final class IdleTracker {

    private static final Duration CHANGES_AFTER = Duration.ofSeconds(10);

    private boolean idle;
    private @Nullable Moment since;
    private @Nullable Moment oppositeSince;

    /** Returns the activity after another sample. */
    Activity after(GpuReadings gpu, Moment sampledAt) {
        OptionalDouble utilization = Activity.utilization(gpu);
        if (utilization.isEmpty()) {
            return Activity.UNKNOWN;
        }
        boolean idleNow = !Activity.isBusy(utilization.getAsDouble());
        if (this.since == null) {
            change(idleNow, sampledAt);
        } else if (idleNow == this.idle) {
            this.oppositeSince = null;
        } else {
            considerChange(idleNow, sampledAt);
        }
        Instant from = from(sampledAt);
        return this.idle ? new Activity(from, null) : new Activity(null, from);
    }

    /** Starts over, for another GPU or one that has failed. */
    void reset() {
        this.since = null;
        this.oppositeSince = null;
    }

    private void considerChange(boolean idleNow, Moment sampledAt) {
        Moment startedAt = this.oppositeSince == null ? sampledAt : this.oppositeSince;
        this.oppositeSince = startedAt;
        if (sampledAt.since(startedAt).compareTo(CHANGES_AFTER) >= 0) {
            change(idleNow, startedAt);
        }
    }

    /** Returns since when the state has lasted; corrected by the monotonic clock if the wall clock was set back. */
    private @Nullable Instant from(Moment sampledAt) {
        Moment began = this.since;
        if (began == null || !began.wallTime().isAfter(sampledAt.wallTime())) {
            return began == null ? null : began.wallTime();
        }
        this.since = new Moment(sampledAt.wallTime().minus(sampledAt.since(began)), began.uptime());
        return this.since.wallTime();
    }

    private void change(boolean idleNow, Moment from) {
        this.idle = idleNow;
        this.since = from;
        this.oppositeSince = null;
    }
}
