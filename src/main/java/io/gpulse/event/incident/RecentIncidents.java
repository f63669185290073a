package io.gpulse.event.incident;

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
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The latest incidents of each GPU, in which a cause finds its consequences and a consequence its cause. */
public final class RecentIncidents {

    /** Counters are read every 10 s. */
    private static final Duration READ_WITHIN = Duration.ofSeconds(20);

    private static final Duration LOST_WITHIN = Duration.ofSeconds(10);
    private static final int MOST = 32;

    /** What is seen in a round may have come about a round before, and is looked at a round later. */
    private static final int ROUNDS = 2;

    private final Map<String, Deque<Incident>> byGpu = new HashMap<>();
    private Duration rounds = Duration.ZERO;

    /** A round was taken, and the next one is so much later. */
    public void see(Duration every) {
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

    /** The latest one that began about then. */
    Optional<Incident> latest(String uuid, Instant at, Duration within, Predicate<GpuEvent> wanted) {
        for (Incident incident : this.byGpu.getOrDefault(uuid, new ArrayDeque<>())) {
            GpuEvent event = incident.event();
            if (isWithin(event.at(), at, within) && wanted.test(event)) {
                return Optional.of(incident);
            }
        }
        return Optional.empty();
    }

    /** The fault that explains what was noticed of a GPU. */
    public Optional<Incident> causeOf(EventKind noticed, String uuid, Instant at) {
        return latest(uuid, at, window(noticed), (event) -> {
            Integer xid = event.xid();
            return xid != null && XidTable.of(xid).explains(noticed);
        });
    }

    /** What was noticed before a fault was told that explains it. */
    Optional<Incident> consequenceOf(Xid xid, String uuid, Instant at) {
        Iterator<Incident> recent =
                this.byGpu.getOrDefault(uuid, new ArrayDeque<>()).iterator();
        while (recent.hasNext()) {
            Incident incident = recent.next();
            GpuEvent event = incident.event();
            // What is about several GPUs is no consequence of a fault of one.
            if (event.gpu() != null && xid.explains(event.kind()) && isWithin(event.at(), at, window(event.kind()))) {
                return Optional.of(incident);
            }
        }
        return Optional.empty();
    }

    private Duration window(EventKind kind) {
        return (kind == EventKind.GPU_LOST ? LOST_WITHIN : READ_WITHIN).plus(this.rounds);
    }

    static boolean isWithin(Instant one, Instant other, Duration within) {
        return Duration.between(one, other).abs().compareTo(within) <= 0;
    }
}
