package io.gpulse.device;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * The events of a session with the driver. Ends with its session. One thread uses it, since registering and releasing
 * during a wait is undefined.
 */
public interface DriverEvents extends AutoCloseable {

    /**
     * Waits for events. Blocks for at most this time, unless the driver hangs.
     *
     * @return the events in the order of their arrival; empty when there were none
     * @throws SourceUnavailableException when no more events can come from this session
     */
    List<DriverEvent> await(Duration atMost) throws SourceUnavailableException;

    /** Returns the indices of the GPUs whose events the next wait would report. */
    Set<Integer> registered();

    /** Releases the registrations. Not allowed during a wait. */
    @Override
    void close();
}
