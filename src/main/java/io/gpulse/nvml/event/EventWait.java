package io.gpulse.nvml.event;

import io.gpulse.device.DriverEvent;
import io.gpulse.nvml.library.NvmlReturn;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;

/** A call that waits for the next event of a set. */
interface EventWait {

    /** Waits for an event, for at most this time; {@code TIMEOUT} when there was none. */
    NvmlReturn await(long set, Duration atMost);

    /**
     * Returns the event of the last wait; valid until the next wait.
     *
     * @param registered the GPUs whose events are in the set
     * @return empty for an event of another type
     */
    Optional<DriverEvent> event(Instant receivedAt, Collection<GpuHandle> registered);
}
