package io.gpulse.history;

import java.time.Instant;

/**
 * A GPU of which something is stored; it need not be there any more.
 *
 * @param index the driver's index when it was seen last
 */
public record KnownGpu(String uuid, int index, String name, Instant lastSeenAt) {

    /** What {@code gpus=} is, for the contract. */
    public static final String WANTED =
            "Only these GPUs: indexes, UUIDs or unambiguous beginnings of one, or PCI bus ids, separated by commas;"
                    + " also by UUID those that are gone. Absent: all.";
}
