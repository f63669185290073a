package io.gpulse.insight;

import io.gpulse.event.AlertLifecycle;
import io.gpulse.event.Severity;
import io.gpulse.insight.rule.Finding;
import io.gpulse.insight.rule.Rule;
import io.gpulse.insight.rule.Thresholds;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A finding of a rule over time, as an alert. Times are of the monotonic clock, in ms. */
final class TrackedFinding {

    private static final long NEVER = -1;

    private final AlertLifecycle lifecycle;
    private final long keepFiringFor;
    private final String rule;
    private final Severity usual;
    private Finding finding;
    private long lowerFrom = NEVER;
    private long causeFrom = NEVER;
    private @Nullable Instant since;
    private @Nullable Instant firedAt;
    private Severity severity;
    private @Nullable Silence silence;

    TrackedFinding(Rule rule, Thresholds thresholds, Finding first) {
        this.keepFiringFor = thresholds.millis(Rule.RESOLVES_AFTER);
        this.lifecycle = new AlertLifecycle(
                Duration.ofMillis(thresholds.millis(Rule.FIRES_AFTER)), Duration.ofMillis(this.keepFiringFor));
        this.rule = rule.id();
        this.usual = rule.severity();
        this.finding = first;
        this.severity = severityOf(first);
    }

    void hold(Finding found, long now, Instant wall) {
        if (this.causeFrom == NEVER || !found.cause().equals(this.finding.cause())) {
            this.causeFrom = now;
        }
        this.finding = found;
        if (this.lifecycle.isFiring()) {
            changeSeverity(severityOf(found), now);
        } else {
            this.severity = severityOf(found);
        }
        if (this.lifecycle.hold(now)) {
            this.firedAt = wall;
            this.since = wall.minusMillis(Math.max(this.lifecycle.heldFor(now), (long) (found.heldSeconds() * 1000)));
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

    /** Raises the severity at once, and lowers it after the time of {@code keep firing for}. */
    private void changeSeverity(Severity next, long now) {
        if (next.compareTo(this.severity) >= 0) {
            this.lowerFrom = NEVER;
        } else {
            this.lowerFrom = this.lowerFrom == NEVER ? now : this.lowerFrom;
            if (now - this.lowerFrom < this.keepFiringFor) {
                return;
            }
        }
        this.severity = next;
    }

    /** Records that the finding does not hold. Returns whether it is over. */
    boolean clear(long now) {
        return this.lifecycle.clear(now);
    }

    /** Records that it is unknown whether the finding holds. Returns whether it is over. */
    boolean unknown(long now) {
        return this.lifecycle.unknown(now, PublishedAlerts.LONGEST_UNKNOWN);
    }

    /** Returns the time since the finding was last known to hold. */
    long millisSinceLast(long now) {
        return this.lifecycle.notHeldFor(now);
    }

    /** Returns whether the current cause has not changed for a time. */
    boolean hasCauseFor(long now, Duration time) {
        return now - this.causeFrom >= time.toMillis();
    }

    boolean isFiring() {
        return this.lifecycle.isFiring();
    }

    /** Returns when it began; only of one that fires. */
    Instant since() {
        return Objects.requireNonNull(this.since);
    }

    /** Returns when it was reported; only of one that fires. */
    Instant firedAt() {
        return Objects.requireNonNull(this.firedAt);
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
