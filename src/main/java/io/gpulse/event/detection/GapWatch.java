package io.gpulse.event.detection;

import io.gpulse.device.Snapshot;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.Severity;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Detects times without a round. The monotonic clock stops while the machine sleeps, so the wall clock counts as well:
 * a clock that was set forward looks like sleep.
 */
public final class GapWatch implements Consumer<Snapshot> {

    private static final Duration LEAST = Duration.ofSeconds(10);

    private final EventLog log;
    private @Nullable Snapshot before;

    GapWatch(EventLog log) {
        this.log = log;
    }

    @Override
    public void accept(Snapshot round) {
        Snapshot last = this.before;
        this.before = round;
        if (last == null) {
            return;
        }
        Duration shown = Duration.between(last.takenAt(), round.takenAt());
        Duration passed = round.since(last.nanos());
        boolean stalled = isGap(passed, round);
        if (isGap(shown, round) || (stalled && !shown.isNegative())) {
            this.log.add(
                    gap(last.takenAt(), round.takenAt())
                            .with(EventAttribute.REASON, stalled ? "no-rounds" : "asleep-or-clock-set"),
                    round.takenAt());
        }
    }

    /** Returns whether a time without a round is reported. */
    private static boolean isGap(Duration time, Snapshot round) {
        return time.compareTo(LEAST) >= 0 && round.isGap(time);
    }

    /** Returns whether the time from the last round of an earlier run to a round is reported. */
    public static boolean isGap(Instant lastSampled, Snapshot round) {
        return isGap(Duration.between(lastSampled, round.takenAt()), round);
    }

    /** Returns the event of a time without a round. */
    public static EventDraft gap(Instant from, Instant to) {
        return EventDraft.of(from, EventKind.GAP, Severity.INFO, null)
                .with(EventAttribute.SECONDS, Duration.between(from, to).toSeconds());
    }
}
