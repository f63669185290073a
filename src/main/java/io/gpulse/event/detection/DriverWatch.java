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
            boolean fault = this.hadDriver || source.hangs();
            this.gone.hold(round, (since) -> begin(since, round.takenAt(), fault));
        } else {
            addAnswer(round, source.driverVersion());
            this.reason = null;
            this.hadDriver = true;
            this.version = source.driverVersion() == null ? this.version : source.driverVersion();
        }
    }

    /** @param fault whether there is a driver: a machine without GPUs has none */
    private Incident begin(Instant since, Instant now, boolean fault) {
        Severity severity = fault ? Severity.CRITICAL : Severity.INFO;
        return this.log.begin(EventDraft.of(since, EventKind.DRIVER_GONE, severity, null)
                .reportedAt(now)
                .with(EventAttribute.REASON, this.reason));
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
