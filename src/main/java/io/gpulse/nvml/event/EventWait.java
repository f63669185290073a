package io.gpulse.nvml.event;

import io.gpulse.device.DriverEvent;
import io.gpulse.nvml.library.NvmlReturn;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;

/** A call that waits for the next event of a set. */
interface EventWait {

    /** Blocks for as long at most; {@code TIMEOUT} when nothing came. */
    NvmlReturn await(long set, Duration atMost);

    /**
     * What came; to be asked for before the next wait.
     *
     * @param registered the GPUs whose events are in the set
     * @return empty when it is an event that nobody asked for
     */
    Optional<DriverEvent> event(Instant receivedAt, Collection<GpuHandle> registered);
}
