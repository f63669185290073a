package io.gpulse.device;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Events that a session with the driver reports. Dies with its session; one thread uses it, since registering and
 * releasing during a wait is undefined.
 */
public interface DriverEvents extends AutoCloseable {

    /**
     * Waits for what the driver reports. Blocks for as long at most, unless the driver hangs.
     *
     * @return what came, in the order in which it came; nothing when nothing did
     * @throws SourceUnavailableException when no more events can come from this session
     */
    List<DriverEvent> await(Duration atMost) throws SourceUnavailableException;

    /** Indices of the GPUs whose events would be told by the next wait. */
    Set<Integer> registered();

    /** Releases what was registered, which must not be done while somebody waits. */
    @Override
    void close();
}
