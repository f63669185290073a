package io.gpulse.event.detection;

import io.gpulse.device.Snapshot;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.Incident;
import io.gpulse.event.Severity;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Limits the rows of one kind of event: further events are counted in one row, until there was none for a minute. */
final class ProcessEventThrottle {

    private static final int MOST_A_MINUTE = 30;
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final long RECORD_EVERY = Duration.ofSeconds(10).toNanos();

    private final EventLog log;
    private final EventKind kind;
    private final Deque<Long> allowed = new ArrayDeque<>();
    private @Nullable Incident row;
    private int unrecorded;
    private long last;
    private long recordedAt;

    ProcessEventThrottle(EventLog log, EventKind kind) {
        this.log = log;
        this.kind = kind;
    }

    /** Returns whether an event gets a row of its own; otherwise it is counted. */
    boolean allows(Snapshot round) {
        while (!this.allowed.isEmpty() && round.nanos() - this.allowed.getFirst() >= MINUTE) {
            this.allowed.removeFirst();
        }
        boolean allows = this.allowed.size() < MOST_A_MINUTE && this.allowed.add(round.nanos());
        if (!allows) {
            count(round);
        }
        return allows;
    }

    /** Counts an event that has no row of its own. */
    void count(Snapshot round) {
        this.unrecorded++;
        this.last = round.nanos();
    }

    void endRound(Snapshot round) {
        boolean over = round.nanos() - this.last >= MINUTE;
        boolean due = this.row == null || over || round.nanos() - this.recordedAt >= RECORD_EVERY;
        if (this.unrecorded > 0 && due) {
            Incident grown = this.row == null
                    ? this.log.add(EventDraft.of(round.takenAt(), this.kind, Severity.INFO, null))
                    : this.row;
            int more = this.unrecorded;
            grown.change((change) -> change.counted(more, EventAttribute.SUMMARIZED));
            this.row = grown;
            this.unrecorded = 0;
            this.recordedAt = round.nanos();
        }
        this.row = over ? null : this.row;
    }
}
