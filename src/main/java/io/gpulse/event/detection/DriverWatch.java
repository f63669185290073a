package io.gpulse.event.detection;

import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.Incident;
import io.gpulse.event.Severity;
import io.gpulse.history.accounting.TimedSnapshot;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Whether there is a driver that answers; a short time without one is a renewal of the session with it. */
final class DriverWatch implements RoundWatch {

    private static final Duration RENEWED_WITHIN = Duration.ofSeconds(10);

    private final EventLog log;
    private @Nullable Instant goneSince;
    private @Nullable String reason;
    private @Nullable Incident gone;
    private @Nullable String version;
    private boolean hadDriver;

    DriverWatch(EventLog log) {
        this.log = log;
    }

    @Override
    public void add(TimedSnapshot round) {
        Snapshot snapshot = round.snapshot();
        Source source = snapshot.source();
        if (source.reason() != null || source.kind() == SourceKind.NONE) {
            missed(snapshot, source.reason());
        } else {
            answered(snapshot);
        }
    }

    private void missed(Snapshot snapshot, @Nullable String why) {
        Instant since = this.goneSince == null ? snapshot.takenAt() : this.goneSince;
        this.goneSince = since;
        this.reason = why == null ? this.reason : why;
        boolean isGone = Duration.between(since, snapshot.takenAt()).compareTo(RENEWED_WITHIN) > 0;
        if (isGone && this.gone == null) {
            Severity severity = this.hadDriver ? Severity.CRITICAL : Severity.INFO;
            this.gone = this.log.begin(EventDraft.of(since, EventKind.DRIVER_GONE, severity, null)
                    .with(EventAttribute.REASON, this.reason));
        }
    }

    private void answered(Snapshot snapshot) {
        Instant since = this.goneSince;
        String now = snapshot.source().driverVersion();
        if (this.gone != null) {
            this.gone.end(snapshot.takenAt(), (change) -> change.fact(EventAttribute.TO, isOther(now) ? now : null));
        } else if (this.hadDriver && (since != null || isOther(now))) {
            this.log.add(
                    EventDraft.of(
                                    since == null ? snapshot.takenAt() : since,
                                    EventKind.DRIVER_RENEWED,
                                    Severity.INFO,
                                    null)
                            .with(EventAttribute.REASON, this.reason)
                            .with(EventAttribute.FROM, isOther(now) ? this.version : null)
                            .with(EventAttribute.TO, isOther(now) ? now : null),
                    snapshot.takenAt());
        }
        this.gone = null;
        this.goneSince = null;
        this.reason = null;
        this.hadDriver = true;
        this.version = now == null ? this.version : now;
    }

    private boolean isOther(@Nullable String now) {
        return now != null && this.version != null && !now.equals(this.version);
    }
}
