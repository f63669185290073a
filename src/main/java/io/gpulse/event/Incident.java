package io.gpulse.event;

import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;

/** An incident in the log, by which what is learned of it later is added. Any thread may use it. */
public final class Incident implements IncidentReporter.OpenIncident {

    private final EventLog log;

    /** Guarded by the log. */
    private GpuEvent event;

    private boolean open;
    private boolean stored;
    private boolean forgotten;

    Incident(EventLog log, GpuEvent event, boolean open, boolean stored) {
        this.log = log;
        this.event = event;
        this.open = open;
        this.stored = stored;
    }

    public GpuEvent event() {
        synchronized (this.log) {
            return this.event;
        }
    }

    /** Whether it lasts on. */
    public boolean isOpen() {
        synchronized (this.log) {
            return this.open;
        }
    }

    /** Tells it anew, unless that changes nothing. */
    public void change(Consumer<EventChange> change) {
        this.log.change(this, change, isOpen());
    }

    /** It lasts, from now on until it is ended. */
    public void reopen(Consumer<EventChange> change) {
        this.log.change(
                this,
                (event) -> {
                    change.accept(event);
                    event.until(null);
                },
                true);
    }

    @Override
    public void change(EventDraft draft) {
        change((EventChange event) ->
                draft.facts().forEach(event.of(draft.gpu()).severity(draft.severity())::fact));
    }

    @Override
    public Instant since() {
        return event().at();
    }

    @Override
    public void end(Instant at, Map<String, String> facts) {
        end(at, (EventChange event) -> facts.forEach(event::fact));
    }

    public void end(Instant at) {
        end(at, (EventChange event) -> {});
    }

    public void end(Instant at, Consumer<EventChange> change) {
        this.log.change(
                this,
                (event) -> {
                    change.accept(event);
                    event.until(at);
                },
                false);
    }

    /** Whether only a process came or left. With the log's lock held. */
    boolean isOfProcess() {
        return this.event.kind() == EventKind.PROCESS_STARTED || this.event.kind() == EventKind.PROCESS_ENDED;
    }

    /** With the log's lock held. */
    void set(GpuEvent changed, boolean lasts) {
        this.event = changed;
        this.open = lasts;
        this.stored = false;
    }

    /** It is of GPUs that are no longer looked at: nothing more is told of it. */
    void forget() {
        this.forgotten = true;
    }

    boolean isForgotten() {
        return this.forgotten;
    }

    boolean isStored() {
        return this.stored;
    }

    /** That version of it is stored. */
    void markStored(long sequence) {
        this.stored |= this.event.sequence() == sequence;
    }
}
