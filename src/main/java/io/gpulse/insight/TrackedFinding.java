package io.gpulse.insight;

import io.gpulse.event.Severity;
import io.gpulse.insight.rule.Finding;
import io.gpulse.insight.rule.Rule;
import io.gpulse.insight.rule.Thresholds;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that a rule has found, over time: it is said once it has held for long enough, and over once it has not
 * held for long enough. Times are of the monotonic clock, in ms.
 */
final class TrackedFinding {

    /** What could not be checked for so long is over. */
    private static final long LONGEST_PAUSE = 30 * 60_000L;

    private static final long NEVER = -1;

    private final long firesAfter;
    private final long resolvesAfter;
    private final Severity usual;
    private Finding finding;
    private long heldFrom = NEVER;
    private long clearFrom = NEVER;
    private long pausedFrom = NEVER;
    private long lowerFrom = NEVER;
    private @Nullable Instant since;
    private Severity severity;

    /** What became of it. */
    enum Change {
        NONE,
        BEGUN,
        SEVERITY,
        ENDED,
        /** It was never said, and is over. */
        FORGOTTEN
    }

    TrackedFinding(Rule rule, Thresholds thresholds, Finding first) {
        this.firesAfter = thresholds.millis(Rule.FIRES_AFTER);
        this.resolvesAfter = thresholds.millis(Rule.RESOLVES_AFTER);
        this.usual = rule.severity();
        this.finding = first;
        this.severity = severityOf(first);
    }

    Change holds(Finding found, long now, Instant wall) {
        this.finding = found;
        this.clearFrom = NEVER;
        this.pausedFrom = NEVER;
        this.heldFrom = this.heldFrom == NEVER ? now : this.heldFrom;
        if (this.since != null) {
            return changeSeverity(severityOf(found), now);
        }
        this.severity = severityOf(found);
        if (now - this.heldFrom < this.firesAfter) {
            return Change.NONE;
        }
        this.since = wall.minusMillis(Math.max(now - this.heldFrom, (long) (found.heldSeconds() * 1000)));
        return Change.BEGUN;
    }

    /** It gets worse at once, and better only after a while. */
    private Change changeSeverity(Severity next, long now) {
        if (next.compareTo(this.severity) >= 0) {
            this.lowerFrom = NEVER;
        } else {
            this.lowerFrom = this.lowerFrom == NEVER ? now : this.lowerFrom;
            if (now - this.lowerFrom < this.resolvesAfter) {
                return Change.NONE;
            }
        }
        boolean changed = next != this.severity;
        this.severity = next;
        return changed ? Change.SEVERITY : Change.NONE;
    }

    Change clear(long now) {
        this.pausedFrom = NEVER;
        this.heldFrom = NEVER;
        if (this.since == null) {
            return Change.FORGOTTEN;
        }
        this.clearFrom = this.clearFrom == NEVER ? now : this.clearFrom;
        return now - this.clearFrom >= this.resolvesAfter ? Change.ENDED : Change.NONE;
    }

    /** Nobody can say whether it still holds. */
    Change pause(long now) {
        this.clearFrom = NEVER;
        if (this.since == null) {
            return Change.FORGOTTEN;
        }
        this.pausedFrom = this.pausedFrom == NEVER ? now : this.pausedFrom;
        return now - this.pausedFrom >= LONGEST_PAUSE ? Change.ENDED : Change.NONE;
    }

    /** How long ago it was known to hold last. */
    long millisSinceLast(long now) {
        return now - (this.clearFrom != NEVER ? this.clearFrom : this.pausedFrom != NEVER ? this.pausedFrom : now);
    }

    boolean isSaid() {
        return this.since != null;
    }

    Instant since(Instant otherwise) {
        return this.since == null ? otherwise : this.since;
    }

    /** It began before this process saw it. */
    void begunAt(Instant earlier) {
        if (this.since != null && earlier.isBefore(this.since)) {
            this.since = earlier;
        }
    }

    Severity severity() {
        return this.severity;
    }

    Finding finding() {
        return this.finding;
    }

    private Severity severityOf(Finding found) {
        Severity own = found.severity();
        return own == null ? this.usual : own;
    }
}
