package io.gpulse.device;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An event that the driver reported by itself. */
public sealed interface DriverEvent {

    /** Returns when it was received. */
    Instant receivedAt();

    /** Returns the GPU of the event; null when it is not known. */
    @Nullable
    EventSubject gpu();

    /**
     * The GPU of an event, as the driver names it. It may no longer be readable.
     *
     * @param index the driver's index when its events were registered; -1 when it is not known
     */
    record EventSubject(int index, String uuid) {}

    /**
     * A fault, reported by its number.
     *
     * <p>Source: {@code nvmlEventTypeXidCriticalError}.
     *
     * @param xid 999 when the driver does not know which
     */
    record Xid(Instant receivedAt, @Nullable EventSubject gpu, int xid) implements DriverEvent {}

    /**
     * A GPU operational event. Drivers report them since version 615.
     *
     * <p>Source: {@code nvmlEventSetWait_v3}.
     *
     * @param happenedAt by the driver's own clock; null when it gave no time
     * @param module that reported it, such as {@code GPU-NVLINK}
     * @param code of the event, unique in its module
     * @param category what kind of event it is, as NVML numbers it; below 0x8000 it is a fault
     * @param severity as NVML numbers it: 10 informational, 20 corrected, 30 recoverable, 40 fatal
     * @param group the events of one incident
     * @param attributes as bits of NVML
     * @param legacyXids its Xids as a fault, in the driver's order
     */
    record Operational(
            Instant receivedAt,
            @Nullable EventSubject gpu,
            @Nullable Instant happenedAt,
            String module,
            int code,
            int category,
            int severity,
            Group group,
            int attributes,
            List<Integer> legacyXids)
            implements DriverEvent {

        public Operational {
            legacyXids = List.copyOf(legacyXids);
        }

        /** The events of one incident, numbered in the order of cause and consequence; some may be missing. */
        public record Group(long cursor, int index, int size, int attributes) {}
    }
}
