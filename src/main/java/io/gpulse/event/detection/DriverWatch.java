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
import io.gpulse.event.xid.Outage;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Detects that no driver answers; a shorter time without one is a renewal of the session. */
final class DriverWatch implements Consumer<Snapshot> {

    private final EventLog log;
    private final Episode gone = new Episode(Outage.LONGEST_RENEWAL, Duration.ZERO);
    private @Nullable String reason;
    private @Nullable String version;
    private boolean hadDriver;

    DriverWatch(EventLog log) {
        this.log = log;
    }

    @Override
    public void accept(Snapshot round) {
        Source source = round.source();
        if (source.reason() != null || source.kind() == SourceKind.NONE) {
            this.reason = source.reason() == null ? this.reason : source.reason();
            this.gone.hold(round, (since) -> begin(since, round));
            Incident row = this.gone.row();
            if (row != null && severity(round).compareTo(row.event().severity()) > 0) {
                row.change((change) -> change.severity(Severity.CRITICAL).fact(EventAttribute.REASON, this.reason));
            }
        } else {
            addAnswer(round, source.driverVersion());
            this.reason = null;
            this.hadDriver = true;
            this.version = source.driverVersion() == null ? this.version : source.driverVersion();
        }
    }

    private Incident begin(Instant since, Snapshot round) {
        return this.log.begin(EventDraft.of(since, EventKind.DRIVER_GONE, severity(round), null)
                .reportedAt(round.takenAt())
                .with(EventAttribute.REASON, this.reason));
    }

    /** Returns the severity. A machine without GPUs has no driver, and the first call of a driver may take long. */
    private Severity severity(Snapshot round) {
        boolean hangs = round.source().hangs() && this.gone.heldFor(round) >= Outage.LONGEST_START.toMillis();
        return this.hadDriver || hangs ? Severity.CRITICAL : Severity.INFO;
    }

    private void addAnswer(Snapshot round, @Nullable String now) {
        Instant at = round.takenAt();
        Instant since = this.gone.since();
        boolean changed = now != null && this.version != null && !now.equals(this.version);
        Optional<Incident> over = this.gone.clear(round);
        over.ifPresent((row) -> row.end(at, (change) -> change.fact(EventAttribute.TO, changed ? now : null)));
        if (over.isEmpty() && this.hadDriver && (since != null || changed)) {
            Instant from = since == null ? at : since;
            this.log.add(
                    EventDraft.of(from, EventKind.DRIVER_RENEWED, Severity.INFO, null)
                            .with(EventAttribute.REASON, this.reason)
                            .with(EventAttribute.FROM, changed ? this.version : null)
                            .with(EventAttribute.TO, changed ? now : null),
                    at);
        }
    }
}
