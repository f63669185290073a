package io.gpulse.event;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A handle on a row of the log, by which it is changed and ended. Several alerts may share a row: it is open until each
 * of them has ended it. Thread-safe.
 */
public final class Incident {

    /** Facts that equal alerts of several GPUs have in common. */
    private static final List<String> COMMON = List.of(
            EventAttribute.RULE,
            EventAttribute.STATE,
            EventAttribute.REASON,
            EventAttribute.BUS,
            EventAttribute.SOLDERED,
            EventAttribute.ACTION,
            EventAttribute.LINK,
            EventAttribute.ON_BATTERY,
            EventAttribute.LIMIT,
            EventAttribute.DEFAULT_LIMIT);

    private final EventLog log;

    /** Guarded by the log, as all fields are. */
    private GpuEvent event;

    /** When the latest of its alerts began. */
    private Instant latest;

    /** When the driver last reported its fault; null once the session with the driver was renewed since. */
    private @Nullable Instant reported;

    /** When the last of its alerts ended that has ended. */
    private @Nullable Instant ended;

    private boolean restored;
    private int alerts;
    private boolean stored;
    private boolean forgotten;

    Incident(EventLog log, GpuEvent event, boolean open, boolean stored) {
        this.log = log;
        this.event = event;
        this.latest = event.at();
        this.reported = event.at();
        this.alerts = open ? 1 : 0;
        this.stored = stored;
        this.restored = stored;
    }

    /** Returns, once, whether the row began in the previous run: a later alert has its own beginning. */
    public boolean takeRestored() {
        synchronized (this.log) {
            boolean earlier = this.restored;
            this.restored = false;
            return earlier;
        }
    }

    public GpuEvent event() {
        synchronized (this.log) {
            return this.event;
        }
    }

    /** Returns whether an alert of this row still fires. */
    public boolean isOpen() {
        synchronized (this.log) {
            return this.alerts > 0;
        }
    }

    /**
     * Returns whether an alert belongs to this row of this run: it is of the same rule, or equal to the alerts of the
     * row and began together with them. With the log's lock held.
     */
    boolean isJoinedBy(EventDraft alert) {
        EventGpu gpu = alert.gpu();
        if (alert.kind() == EventKind.INSIGHT || this.event.kind() == EventKind.INSIGHT) {
            return alert.kind() != EventKind.INSIGHT && this.event.hasRuleOf(alert);
        }
        return gpu != null
                && isEqual(alert)
                && (this.event.uuids().contains(gpu.uuid())
                        || AlertLifecycle.isTogether(alert.at(), this.latest, this.latest));
    }

    private boolean isEqual(EventDraft alert) {
        return this.event.kind() == alert.kind()
                && this.event.severity() == alert.severity()
                && COMMON.stream()
                        // The calls that do not return differ from GPU to GPU.
                        .filter((fact) -> alert.kind() != EventKind.GPU_STUCK || !fact.equals(EventAttribute.REASON))
                        .allMatch((fact) -> Objects.equals(
                                this.event.facts().get(fact), alert.facts().get(fact)));
    }

    /** Changes the row and publishes it, unless the change has no effect. */
    public void change(Consumer<EventChange> change) {
        this.log.change(this, change, 0);
    }

    /** Records that the driver reported its fault again. */
    public void reportedAgain(Instant at) {
        synchronized (this.log) {
            this.reported = this.reported == null || at.isAfter(this.reported) ? at : this.reported;
        }
    }

    /** Forgets the reports of its fault up to a time. With the log's lock held. */
    void forgetReports(Instant until) {
        this.reported = this.reported == null || this.reported.isAfter(until) ? this.reported : null;
    }

    /** Takes over when a fault of the previous run was reported. With the log's lock held. */
    void continueReports(Incident before) {
        this.reported = before.isFault() ? before.reported : this.reported;
    }

    /** With the log's lock held. */
    @Nullable
    Instant reported() {
        return this.reported;
    }

    /** Changes the row; it is open until it is ended. */
    public void reopen(Consumer<EventChange> change) {
        this.log.change(
                this,
                (event) -> {
                    change.accept(event);
                    event.until(null);
                },
                1);
    }

    public void end(Instant at) {
        end(at, (EventChange event) -> {});
    }

    /** Ends the alert of the caller. The row ends with the last of its alerts. */
    public void end(Instant at, Consumer<EventChange> change) {
        synchronized (this.log) {
            boolean last = this.alerts <= 1;
            this.ended = at;
            this.log.change(
                    this,
                    (event) -> {
                        change.accept(event);
                        event.until(last ? at : this.event.until());
                    },
                    -1);
        }
    }

    /** Ends an alert of which it is unknown when it ended; the ends of others of the row may be known. */
    void endUnknown(Instant at) {
        synchronized (this.log) {
            boolean known = this.alerts > 1 || this.ended != null;
            end(
                    this.ended == null ? at : this.ended,
                    (event) -> event.fact(EventAttribute.END_UNKNOWN, known ? null : true));
        }
    }

    /** Returns whether the row is of a fault that rules need. With the log's lock held. */
    boolean isFault() {
        return this.event.isFault();
    }

    /** Returns whether the row reports the start or the end of a process. With the log's lock held. */
    boolean isOfProcess() {
        return this.event.kind() == EventKind.PROCESS_STARTED || this.event.kind() == EventKind.PROCESS_ENDED;
    }

    /** With the log's lock held. */
    void set(GpuEvent changed) {
        this.event = changed;
        this.stored = false;
    }

    /** @param more alerts that begin, or negative, that end */
    void addAlerts(int more) {
        this.alerts = Math.max(0, this.alerts + more);
    }

    /** Records when another of its alerts began. With the log's lock held. */
    void setLatest(Instant startedAt) {
        this.latest = startedAt;
    }

    /** Ignores all later changes: the row is about GPUs that are no longer sampled. */
    void forget() {
        this.forgotten = true;
    }

    boolean isForgotten() {
        return this.forgotten;
    }

    boolean isStored() {
        return this.stored;
    }

    /** Records that a version of the row is stored. */
    void markStored(long sequence) {
        this.stored |= this.event.sequence() == sequence;
    }
}
