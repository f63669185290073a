package io.gpulse.story;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.LoggedEvent;
import io.gpulse.event.text.EventText;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.TimeRange;
import io.gpulse.history.accounting.ProcessAccount;
import io.gpulse.history.sqlite.MarkStore.Mark;
import io.gpulse.workload.Stretch;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The stored facts about a time span.
 *
 * @param now in epoch ms
 * @param gpus the requested GPUs, by UUID
 * @param allGpus whether these are all with stored samples
 * @param states of each GPU, by UUID
 * @param knownUntil end of the part of the time span that is stored, in epoch ms
 * @param events without those of processes, by id
 * @param ofProcesses events of processes
 */
record Past(
        TimeRange span,
        long now,
        Map<String, KnownGpu> gpus,
        boolean allGpus,
        Map<String, GpuPast> states,
        long knownUntil,
        List<LoggedEvent> events,
        List<LoggedEvent> ofProcesses,
        List<ProcessAccount> processes,
        List<Mark> marks) {

    static final long LONG_IDLE = 30 * Stretch.MINUTE;

    private static final String IDLE_RULE = "idle-allocated";

    /** Leaves out stored events whose facts do not fit their kind. */
    Past {
        events = readable(events);
        ofProcesses = readable(ofProcesses);
    }

    private static List<LoggedEvent> readable(List<LoggedEvent> stored) {
        return stored.stream()
                .filter((one) -> EventText.readable(one.event(), Map.of()).isPresent())
                .toList();
    }

    long from() {
        return this.span.fromMillis();
    }

    /** Returns whether a time is in the time span. */
    boolean includes(long at) {
        return at >= from() && at < this.span.toMillis();
    }

    /** Returns whether what lasted to a time goes on, as far as it is stored. */
    boolean isStill(long end) {
        return end >= this.knownUntil - Stretch.MINUTE && this.knownUntil >= this.now - 2 * Stretch.MINUTE;
    }

    /** Returns GPUs by their last index. */
    List<EventGpu> named(Collection<String> uuids) {
        return uuids.stream()
                .map(this.gpus::get)
                .filter(Objects::nonNull)
                .map((gpu) -> new EventGpu(gpu.index(), gpu.uuid()))
                .sorted(Comparator.comparingInt(EventGpu::index))
                .toList();
    }

    List<LoggedEvent> idleAlerts() {
        return this.events.stream().filter(Past::isIdleAlert).toList();
    }

    static boolean isIdleAlert(LoggedEvent event) {
        return IDLE_RULE.equals(event.event().facts().get(EventAttribute.RULE));
    }

    static boolean isAbout(LoggedEvent event, String uuid) {
        return event.event().gpus().stream().anyMatch((gpu) -> gpu.uuid().equals(uuid));
    }

    static Stretch time(LoggedEvent one) {
        Instant until = one.event().until();
        long at = one.event().at().toEpochMilli();
        return new Stretch(at, one.open() ? null : until == null ? at : until.toEpochMilli());
    }

    /** Returns whether the driver reported a fault of a GPU within a time. */
    boolean hasFault(String uuid, long from, long to) {
        return this.events.stream()
                .filter((one) -> one.event().kind() == EventKind.XID && isAbout(one, uuid))
                .mapToLong((one) -> one.event().at().toEpochMilli())
                .anyMatch((at) -> at >= from && at <= to);
    }

    /** Returns whether an alert is about at least half of the time in which a GPU was held idle. */
    boolean isReported(String uuid, Stretch held) {
        return idleAlerts().stream()
                .filter((one) -> isAbout(one, uuid))
                .anyMatch((one) -> 2 * time(one).within(held.at(), held.end(0)) >= held.length(0));
    }

    /** Returns whether an alert is about a small part of a time in which each of its GPUs was held idle. */
    boolean isPartOfHeld(LoggedEvent alert) {
        return isIdleAlert(alert)
                && alert.event().gpus().stream()
                        .map(EventGpu::uuid)
                        .allMatch((uuid) -> states(uuid).held().stream()
                                .filter((held) -> time(alert).overlaps(held, this.knownUntil))
                                .anyMatch((held) -> !isReported(uuid, held) && held.length(0) >= LONG_IDLE));
    }

    GpuPast states(String uuid) {
        return this.states.getOrDefault(uuid, GpuPast.UNKNOWN);
    }
}
