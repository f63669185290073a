package io.gpulse.history;

import java.time.Instant;

/**
 * A GPU of which something is stored; it need not be there any more.
 *
 * @param index the driver's index when it was seen last
 */
public record KnownGpu(String uuid, int index, String name, Instant lastSeenAt) {}
