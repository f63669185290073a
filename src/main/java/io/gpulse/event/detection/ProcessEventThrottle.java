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

/** Limits the rows of processes: further starts and ends are counted in one row. */
final class ProcessEventThrottle {

    private static final int MOST_A_MINUTE = 30;
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final long RECORD_EVERY = Duration.ofSeconds(10).toNanos();

    private final Rate starts = new Rate();
    private final Rate ends = new Rate();
    private final Sum started;
    private final Sum ended;

    ProcessEventThrottle(EventLog log) {
        this.started = new Sum(log, EventKind.PROCESS_STARTED);
        this.ended = new Sum(log, EventKind.PROCESS_ENDED);
    }

    /** Counts a start beyond the limit. Returns whether it did; otherwise the start gets a row. */
    boolean summarizeStart(Snapshot round) {
        if (this.starts.allows(round.nanos())) {
            return false;
        }
        this.started.add(round);
        return true;
    }

    /** Counts an end beyond the limit. Returns whether it did; otherwise the end gets a row. */
    boolean summarizeEnd(Snapshot round) {
        if (this.ends.allows(round.nanos())) {
            return false;
        }
        this.ended.add(round);
        return true;
    }

    /** Counts the end of a process whose start had no row. */
    void addEnd(Snapshot round) {
        this.ended.add(round);
    }

    void endOfRound(Snapshot round) {
        this.started.record(round);
        this.ended.record(round);
    }

    /** Limits events per minute. */
    private static final class Rate {

        private final Deque<Long> allowed = new ArrayDeque<>();

        boolean allows(long nanos) {
            while (!this.allowed.isEmpty() && nanos - this.allowed.getFirst() >= MINUTE) {
                this.allowed.removeFirst();
            }
            return this.allowed.size() < MOST_A_MINUTE && this.allowed.add(nanos);
        }
    }

    /** A row that counts events, until there was none for a minute. */
    private static final class Sum {

        private final EventLog log;
        private final EventKind kind;
        private @Nullable Incident incident;
        private int unrecorded;
        private long last;
        private long recordedAt;

        Sum(EventLog log, EventKind kind) {
            this.log = log;
            this.kind = kind;
        }

        void add(Snapshot round) {
            this.unrecorded++;
            this.last = round.nanos();
        }

        void record(Snapshot round) {
            Incident row = this.incident;
            boolean over = round.nanos() - this.last >= MINUTE;
            if (this.unrecorded > 0 && (row == null || over || round.nanos() - this.recordedAt >= RECORD_EVERY)) {
                int more = this.unrecorded;
                Incident grown = row == null
                        ? this.log.add(EventDraft.of(round.takenAt(), this.kind, Severity.INFO, null))
                        : row;
                grown.change((change) -> change.counted(more, EventAttribute.SUMMARIZED));
                this.incident = grown;
                this.unrecorded = 0;
                this.recordedAt = round.nanos();
            }
            if (over) {
                this.incident = null;
            }
        }
    }
}
