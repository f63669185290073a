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

    /** The longest time without samples between two processes within which a GPU is taken to be idle still. */
    private static final Duration LONGEST_RESTART = Duration.ofMinutes(5);

    private boolean idle;
    private @Nullable Moment since;
    private @Nullable Moment oppositeSince;
    private @Nullable Moment sampledAt;
    private boolean changed;

    /** Returns the activity after another sample, or after the last one again. */
    Activity after(GpuReadings gpu, Moment at) {
        OptionalDouble utilization = Activity.utilization(gpu);
        if (utilization.isEmpty()) {
            return Activity.UNKNOWN;
        }
        boolean isNew = this.sampledAt == null || !this.sampledAt.wallTime().equals(at.wallTime());
        if (isNew) {
            this.sampledAt = at;
            add(!Activity.isBusy(utilization.getAsDouble()), at);
        }
        return activity(at);
    }

    private void add(boolean idleNow, Moment at) {
        if (this.since == null) {
            this.idle = idleNow;
            this.since = at;
        } else if (idleNow == this.idle) {
            this.oppositeSince = null;
        } else {
            considerChange(idleNow, at);
        }
    }

    /** Returns the activity, which has lasted since before this process if it was idle then and has been since. */
    Activity continueFrom(IdleTimes.Stored before) {
        Moment first = this.since;
        if (first == null) {
            return Activity.UNKNOWN;
        }
        Instant began = first.wallTime();
        boolean isShort = before.at().plus(LONGEST_RESTART).isAfter(began);
        if (this.idle && !this.changed && isShort && before.since().isBefore(began)) {
            this.since = new Moment(before.since(), first.uptime());
        }
        return activity(this.sampledAt == null ? first : this.sampledAt);
    }

    private Activity activity(Moment at) {
        Instant from = from(at);
        return this.idle ? new Activity(from, null) : new Activity(null, from);
    }

    private void considerChange(boolean idleNow, Moment at) {
        Moment startedAt = this.oppositeSince == null ? at : this.oppositeSince;
        this.oppositeSince = startedAt;
        if (at.since(startedAt).compareTo(CHANGES_AFTER) >= 0) {
            this.idle = idleNow;
            this.since = startedAt;
            this.oppositeSince = null;
            this.changed = true;
        }
    }

    /** Returns since when the state has lasted; corrected by the monotonic clock if the wall clock was set back. */
    private @Nullable Instant from(Moment at) {
        Moment began = this.since;
        if (began == null || !began.wallTime().isAfter(at.wallTime())) {
            return began == null ? null : began.wallTime();
        }
        this.since = new Moment(at.wallTime().minus(at.since(began)), began.uptime());
        return this.since.wallTime();
    }
}
