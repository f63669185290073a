package io.gpulse.event.detection;

import io.gpulse.device.Snapshot;
import io.gpulse.event.Incident;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Occurrences that share a row, as each is within ten minutes of the one before. */
final class Burst {

    private static final long LONGEST_PAUSE = Duration.ofMinutes(10).toNanos();

    private @Nullable Incident row;
    private long last;

    /** Returns the row that an occurrence of this round repeats; null where it begins a row. */
    @Nullable
    Incident repeated(Snapshot round) {
        return this.row == null || round.nanos() - this.last >= LONGEST_PAUSE ? null : this.row;
    }

    void record(Incident occurrence, Snapshot round) {
        this.row = occurrence;
        this.last = round.nanos();
    }
}
