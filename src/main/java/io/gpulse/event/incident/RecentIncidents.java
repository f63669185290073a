package io.gpulse.event.incident;

import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Incident;
import io.gpulse.event.xid.Xid;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** The latest incidents of each GPU, to match causes with their consequences. */
public final class RecentIncidents {

    /** Counters are read every 10 s. */
    private static final Duration READ_WITHIN = Duration.ofSeconds(20);

    private static final Duration LOST_WITHIN = Duration.ofSeconds(10);
    private static final int MOST = 32;

    /** A change is detected up to one round after it happened, and processed up to one round later. */
    private static final int ROUNDS = 2;

    private final LatestByGpu<Incident> incidents = new LatestByGpu<>(MOST);
    private Duration rounds = Duration.ZERO;

    /** Sets the current interval between rounds. */
    public void update(Duration every) {
        this.rounds = every.multipliedBy(ROUNDS);
    }

    public void add(String uuid, Incident incident) {
        this.incidents.add(uuid, incident);
    }

    /** Returns the fault that explains a detected event. */
    public Optional<Incident> causeOf(EventKind detected, String uuid, Instant at) {
        return latest(uuid, (event) -> event.explains(detected) && isWithin(event.at(), at, window(detected)));
    }

    /** Returns the row of the fault that explains an event of a GPU, or adds one for it; it is recent from now on. */
    public Incident causeOr(EventDraft draft, Function<EventDraft, Incident> added) {
        String uuid = Objects.requireNonNull(draft.gpu()).uuid();
        Incident row = causeOf(draft.kind(), uuid, draft.at()).orElseGet(() -> added.apply(draft));
        add(uuid, row);
        return row;
    }

    /**
     * Returns the event that a fault explains and that was detected, or the removal of work that was reported, before
     * the fault.
     */
    Optional<Incident> consequenceOf(int xid, String uuid, Instant at) {
        // An event about several GPUs is not the consequence of a fault of one.
        return latest(
                        uuid,
                        (event) -> event.gpu() != null
                                && Xid.of(xid).explains(event.kind())
                                && isWithin(event.at(), at, window(event.kind())))
                .or(() -> latest(
                        uuid,
                        (event) -> xid != Xid.REMOVED
                                && event.hasXid(Xid.REMOVED)
                                && isWithin(event.at(), at, ReportedIncident.SAME_DELIVERY)));
    }

    /** Returns the event of several GPUs that lasts and that a fault of one of them explains. */
    Optional<Incident> sharedConsequenceOf(int xid, EventGpu gpu, Instant at) {
        return latest(
                        gpu.uuid(),
                        (event) -> event.gpus().size() > 1
                                && event.gpus().contains(gpu)
                                && Xid.of(xid).explains(event.kind())
                                && isWithin(event.at(), at, window(event.kind())))
                .filter(Incident::isOpen);
    }

    private Optional<Incident> latest(String uuid, Predicate<GpuEvent> wanted) {
        return this.incidents.find(uuid, (incident) -> wanted.test(incident.event()));
    }

    private Duration window(EventKind kind) {
        return (kind == EventKind.GPU_LOST ? LOST_WITHIN : READ_WITHIN).plus(this.rounds);
    }

    static boolean isWithin(Instant one, Instant other, Duration within) {
        return Duration.between(one, other).abs().compareTo(within) <= 0;
    }
}
