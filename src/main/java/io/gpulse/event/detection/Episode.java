package io.gpulse.event.detection;

import io.gpulse.device.Snapshot;
import io.gpulse.event.AlertLifecycle;
import io.gpulse.event.Incident;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An alert over time: a row of the log from when it fires until it is resolved. */
final class Episode {

    private final AlertLifecycle lifecycle;
    private Instant first = Instant.EPOCH;
    private Instant last = Instant.EPOCH;
    private @Nullable Incident row;

    Episode(Duration fireAfter, Duration keepFiringFor) {
        this.lifecycle = new AlertLifecycle(fireAfter, keepFiringFor);
    }

    /**
     * Records that the condition holds.
     *
     * @param open opens the row, given the time since which the condition holds
     */
    void hold(Snapshot round, Function<Instant, Incident> open) {
        this.last = round.takenAt();
        this.first = this.lifecycle.isActive() ? this.first : this.last;
        if (this.lifecycle.hold(millis(round))) {
            this.row = open.apply(this.first);
        }
    }

    /** Records that the condition does not hold. Returns the row if the alert is resolved. */
    Optional<Incident> clear(Snapshot round) {
        return resolved(this.lifecycle.clear(millis(round)));
    }

    /** Records that the condition is unknown. Returns the row if the alert is resolved, after the longest time. */
    Optional<Incident> unknown(Snapshot round, Duration longest) {
        return resolved(this.lifecycle.unknown(millis(round), longest));
    }

    private Optional<Incident> resolved(boolean inactive) {
        Optional<Incident> resolved = inactive ? Optional.ofNullable(this.row) : Optional.empty();
        this.row = inactive ? null : this.row;
        return resolved;
    }

    private static long millis(Snapshot round) {
        return round.nanos() / 1_000_000;
    }

    /** Returns the row while the alert fires; otherwise null. */
    @Nullable
    Incident row() {
        return this.row;
    }

    /** Returns when the condition began to hold; null while the alert is inactive. */
    @Nullable
    Instant since() {
        return this.lifecycle.isActive() ? this.first : null;
    }

    /** Returns for how many ms the condition has held; 0 while the alert is inactive. */
    long heldFor(Snapshot round) {
        return this.lifecycle.heldFor(millis(round));
    }

    /** Returns when the condition held last. */
    Instant last() {
        return this.last;
    }
}
