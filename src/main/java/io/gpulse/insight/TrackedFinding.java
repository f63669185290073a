package io.gpulse.insight;

import io.gpulse.event.Severity;
import io.gpulse.insight.rule.Finding;
import io.gpulse.insight.rule.Rule;
import io.gpulse.insight.rule.Thresholds;
import io.gpulse.insight.silence.Silence;
import java.time.Duration;
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
    private final String rule;
    private final Severity usual;
    private Finding finding;
    private long heldFrom = NEVER;
    private long clearFrom = NEVER;
    private long pausedFrom = NEVER;
    private long lowerFrom = NEVER;
    private long causeFrom = NEVER;
    private @Nullable Instant since;
    private Severity severity;
    private @Nullable Silence silence;

    TrackedFinding(Rule rule, Thresholds thresholds, Finding first) {
        this.firesAfter = thresholds.millis(Rule.FIRES_AFTER);
        this.resolvesAfter = thresholds.millis(Rule.RESOLVES_AFTER);
        this.rule = rule.id();
        this.usual = rule.severity();
        this.finding = first;
        this.severity = severityOf(first);
    }

    void holds(Finding found, long now, Instant wall) {
        if (this.causeFrom == NEVER || !found.cause().equals(this.finding.cause())) {
            this.causeFrom = now;
        }
        this.finding = found;
        this.clearFrom = NEVER;
        this.pausedFrom = NEVER;
        this.heldFrom = this.heldFrom == NEVER ? now : this.heldFrom;
        if (this.since != null) {
            changeSeverity(severityOf(found), now);
            return;
        }
        this.severity = severityOf(found);
        if (now - this.heldFrom >= this.firesAfter) {
            this.since = wall.minusMillis(Math.max(now - this.heldFrom, (long) (found.heldSeconds() * 1000)));
        }
    }

    /** Sets the silence that covers it now. */
    void cover(SilenceFilter silences) {
        this.silence = silences.covering(this.rule, this.finding);
    }

    /** Returns the silence that covers it; null when none does. */
    @Nullable
    Silence silence() {
        return this.silence;
    }

    /** It gets worse at once, and better only after a while. */
    private void changeSeverity(Severity next, long now) {
        if (next.compareTo(this.severity) >= 0) {
            this.lowerFrom = NEVER;
        } else {
            this.lowerFrom = this.lowerFrom == NEVER ? now : this.lowerFrom;
            if (now - this.lowerFrom < this.resolvesAfter) {
                return;
            }
        }
        this.severity = next;
    }

    /** @return whether it is over */
    boolean clear(long now) {
        this.pausedFrom = NEVER;
        this.heldFrom = NEVER;
        if (this.since == null) {
            return true;
        }
        this.clearFrom = this.clearFrom == NEVER ? now : this.clearFrom;
        return now - this.clearFrom >= this.resolvesAfter;
    }

    /**
     * Nobody can say whether it still holds.
     *
     * @return whether it is taken to be over
     */
    boolean pause(long now) {
        this.clearFrom = NEVER;
        if (this.since == null) {
            return true;
        }
        this.pausedFrom = this.pausedFrom == NEVER ? now : this.pausedFrom;
        return now - this.pausedFrom >= LONGEST_PAUSE;
    }

    /** How long ago it was known to hold last. */
    long millisSinceLast(long now) {
        return now - (this.clearFrom != NEVER ? this.clearFrom : this.pausedFrom != NEVER ? this.pausedFrom : now);
    }

    /** Whether it has had the cause that it has now for that time. */
    boolean hasCauseFor(long now, Duration time) {
        return now - this.causeFrom >= time.toMillis();
    }

    boolean isSaid() {
        return this.since != null;
    }

    Instant since(Instant otherwise) {
        return this.since == null ? otherwise : this.since;
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
