package io.gpulse.stream;

import io.gpulse.device.Snapshot;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Lets through one snapshot per time. */
public final class SampleThrottle {

    private final Duration every;
    private @Nullable Instant last;

    public SampleThrottle(Duration every) {
        this.every = every;
    }

    /** Counts from this snapshot on, as if it had been let through. */
    void startAt(@Nullable Snapshot snapshot) {
        this.last = snapshot == null ? null : snapshot.takenAt();
    }

    /** Whether it is due; if so, the next one is due a time later, whatever becomes of this one. */
    public boolean admits(Snapshot snapshot) {
        // Rounds begin a little early or late; half a round's patience keeps "every 5 s" from becoming every 6.
        Duration patience = snapshot.every().dividedBy(2);
        if (this.last != null
                && Duration.between(this.last, snapshot.takenAt())
                                .plus(patience)
                                .compareTo(this.every)
                        < 0
                && !snapshot.takenAt().isBefore(this.last)) {
            return false;
        }
        this.last = snapshot.takenAt();
        return true;
    }

    /** How many of a run of rounds would have been let through. */
    long share(long rounds, Duration between) {
        return this.every.compareTo(between) <= 0 ? rounds : rounds * between.toMillis() / this.every.toMillis();
    }
}
