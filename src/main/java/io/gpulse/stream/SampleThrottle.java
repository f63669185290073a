package io.gpulse.stream;

import io.gpulse.device.Snapshot;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Admits one snapshot per interval. */
public final class SampleThrottle {

    private final Duration every;
    private @Nullable Long last;

    public SampleThrottle(Duration every) {
        this.every = every;
    }

    /** Starts the interval at a snapshot, as if it had been admitted. */
    void startAt(@Nullable Snapshot snapshot) {
        this.last = snapshot == null ? null : snapshot.nanos();
    }

    /** Returns whether a snapshot is due, and then starts the next interval, even if the snapshot is not written. */
    public boolean admits(Snapshot snapshot) {
        // Rounds start slightly early or late: half a round of tolerance keeps "every 5 s" from becoming every 6 s.
        Duration tolerance = snapshot.every().dividedBy(2);
        if (this.last != null && snapshot.since(this.last).plus(tolerance).compareTo(this.every) < 0) {
            return false;
        }
        this.last = snapshot.nanos();
        return true;
    }

    /** Returns how many of consecutive rounds would have been admitted. */
    long share(long rounds, Duration between) {
        return this.every.compareTo(between) <= 0 ? rounds : rounds * between.toMillis() / this.every.toMillis();
    }
}
