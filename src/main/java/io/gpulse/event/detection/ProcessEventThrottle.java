package io.gpulse.event.detection;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.Incident;
import io.gpulse.event.Severity;
import io.gpulse.history.accounting.TimedSnapshot;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Counts processes when so many are started that a row for each would drown everything else. */
final class ProcessEventThrottle {

    private static final int MOST_A_MINUTE = 30;
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();
    private static final long TOLD_EVERY = Duration.ofSeconds(10).toNanos();

    private final Rate starts = new Rate();
    private final Rate ends = new Rate();
    private final Sum started;
    private final Sum ended;

    ProcessEventThrottle(EventLog log) {
        this.started = new Sum(log, EventKind.PROCESS_STARTED);
        this.ended = new Sum(log, EventKind.PROCESS_ENDED);
    }

    /** Whether a start has to do without a row of its own. */
    boolean takesStart(TimedSnapshot round) {
        if (this.starts.allows(round.nanos())) {
            return false;
        }
        this.started.add(round);
        return true;
    }

    /** Whether the end of a process whose start nobody saw has to do without a row of its own. */
    boolean takesEnd(TimedSnapshot round) {
        if (this.ends.allows(round.nanos())) {
            return false;
        }
        this.ended.add(round);
        return true;
    }

    /** The end of a process whose start had no row. */
    void takeEnd(TimedSnapshot round) {
        this.ended.add(round);
    }

    void endOfRound(TimedSnapshot round) {
        this.started.tell(round);
        this.ended.tell(round);
    }

    /** So many of a minute have a row of their own. */
    private static final class Rate {

        private final Deque<Long> allowed = new ArrayDeque<>();

        boolean allows(long nanos) {
            while (!this.allowed.isEmpty() && nanos - this.allowed.getFirst() >= MINUTE) {
                this.allowed.removeFirst();
            }
            return this.allowed.size() < MOST_A_MINUTE && this.allowed.add(nanos);
        }
    }

    /** A row for many; after a minute without another the next one begins. */
    private static final class Sum {

        private final EventLog log;
        private final EventKind kind;
        private @Nullable Incident incident;
        private int untold;
        private long last;
        private long told;

        Sum(EventLog log, EventKind kind) {
            this.log = log;
            this.kind = kind;
        }

        void add(TimedSnapshot round) {
            this.untold++;
            this.last = round.nanos();
        }

        void tell(TimedSnapshot round) {
            Incident row = this.incident;
            boolean over = round.nanos() - this.last >= MINUTE;
            if (this.untold > 0 && (row == null || over || round.nanos() - this.told >= TOLD_EVERY)) {
                int more = this.untold;
                Incident grown = row == null
                        ? this.log.add(EventDraft.of(round.snapshot().takenAt(), this.kind, Severity.INFO, null))
                        : row;
                grown.change((change) -> change.counted(more, EventAttribute.SUMMARIZED));
                this.incident = grown;
                this.untold = 0;
                this.told = round.nanos();
            }
            if (over) {
                this.incident = null;
            }
        }
    }
}
