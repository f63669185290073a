package io.gpulse.event.incident;

import io.gpulse.event.EventDraft;
import io.gpulse.event.EventKind;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Incident;
import io.gpulse.event.xid.Xid;
import io.gpulse.event.xid.XidTable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The latest incidents of each GPU, to match causes with their consequences. */
public final class RecentIncidents {

    /** Counters are read every 10 s. */
    private static final Duration READ_WITHIN = Duration.ofSeconds(20);

    private static final Duration LOST_WITHIN = Duration.ofSeconds(10);
    private static final int MOST = 32;

    /** A change is detected up to one round after it happened, and processed up to one round later. */
    private static final int ROUNDS = 2;

    private final Map<String, Deque<Incident>> byGpu = new HashMap<>();
    private Duration rounds = Duration.ZERO;

    /** Sets the current interval between rounds. */
    public void update(Duration every) {
        this.rounds = every.multipliedBy(ROUNDS);
    }

    public void add(String uuid, Incident incident) {
        Deque<Incident> recent = this.byGpu.computeIfAbsent(uuid, (gpu) -> new ArrayDeque<>());
        recent.remove(incident);
        recent.addFirst(incident);
        if (recent.size() > MOST) {
            recent.removeLast();
        }
    }

    /** Returns the latest matching incident that began about that time. */
    Optional<Incident> latest(String uuid, Instant at, Duration within, Predicate<GpuEvent> wanted) {
        return of(uuid).filter(
                        (incident) -> isWithin(incident.event().at(), at, within) && wanted.test(incident.event()))
                .findFirst();
    }

    private Stream<Incident> of(String uuid) {
        return this.byGpu.getOrDefault(uuid, new ArrayDeque<>()).stream();
    }

    /** Returns the fault that explains a detected event. */
    public Optional<Incident> causeOf(EventKind detected, String uuid, Instant at) {
        return latest(uuid, at, window(detected), (event) -> {
            Integer xid = event.xid();
            return xid != null && XidTable.of(xid).explains(detected);
        });
    }

    /** Returns the row of the fault that explains an event of a GPU, or adds one for it; it is recent from now on. */
    public Incident causeOr(EventDraft draft, Function<EventDraft, Incident> added) {
        String uuid = Objects.requireNonNull(draft.gpu()).uuid();
        Incident row = causeOf(draft.kind(), uuid, draft.at()).orElseGet(() -> added.apply(draft));
        add(uuid, row);
        return row;
    }

    /** Returns the event that a fault explains and that was detected before the fault was reported. */
    Optional<Incident> consequenceOf(Xid xid, String uuid, Instant at) {
        // An event about several GPUs is not the consequence of a fault of one.
        return of(uuid).filter((incident) -> incident.event().gpu() != null
                        && xid.explains(incident.event().kind())
                        && isWithin(
                                incident.event().at(),
                                at,
                                window(incident.event().kind())))
                .findFirst();
    }

    private Duration window(EventKind kind) {
        return (kind == EventKind.GPU_LOST ? LOST_WITHIN : READ_WITHIN).plus(this.rounds);
    }

    static boolean isWithin(Instant one, Instant other, Duration within) {
        return Duration.between(one, other).abs().compareTo(within) <= 0;
    }
}
