package io.gpulse.history;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import java.time.Instant;
import java.util.Objects;

/**
 * A GPU with stored samples; it may be gone.
 *
 * @param index the driver's index when it was last seen
 */
public record KnownGpu(String uuid, int index, String name, Instant lastSeenAt) {

    /** The description of the parameter {@code gpus} in the contract. */
    public static final String WANTED =
            "Only these GPUs: indexes, UUIDs or unambiguous prefixes of UUIDs, or PCI bus ids, separated by commas."
                    + " UUIDs may be those of GPUs that are gone. Default: all.";

    /** Returns a GPU whose identity is known. */
    public static KnownGpu of(GpuSample gpu, Snapshot snapshot) {
        GpuIdentity identity = Objects.requireNonNull(gpu.identity());
        return new KnownGpu(identity.uuid(), gpu.index(), identity.name(), snapshot.takenAt());
    }
}
