package io.gpulse.stream;

import io.gpulse.device.Snapshot;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Admits one snapshot per interval. */
public final class SampleThrottle {

    private final Duration every;
    private @Nullable Instant last;

    public SampleThrottle(Duration every) {
        this.every = every;
    }

    /** Starts the interval at this snapshot, as if it had been admitted. */
    void startAt(@Nullable Snapshot snapshot) {
        this.last = snapshot == null ? null : snapshot.takenAt();
    }

    /** Whether a snapshot is due; if so, the next one is due an interval later, whether or not this one is written. */
    public boolean admits(Snapshot snapshot) {
        // Rounds begin a little early or late; a tolerance of half a round keeps "every 5 s" from becoming every 6.
        Duration tolerance = snapshot.every().dividedBy(2);
        if (this.last != null
                && Duration.between(this.last, snapshot.takenAt())
                                .plus(tolerance)
                                .compareTo(this.every)
                        < 0
                && !snapshot.takenAt().isBefore(this.last)) {
            return false;
        }
        this.last = snapshot.takenAt();
        return true;
    }

    /** How many of consecutive rounds would have been admitted. */
    long share(long rounds, Duration between) {
        return this.every.compareTo(between) <= 0 ? rounds : rounds * between.toMillis() / this.every.toMillis();
    }
}
