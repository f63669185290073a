package io.gpulse.sampling;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSession;
import io.gpulse.device.Renewal;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the PCI bus showed when it was looked at last.
 *
 * @param session the one that it was looked at for
 * @param renewal why that session should be replaced; null when it should go on
 * @param isLostGpuBack whether a GPU that was lost answers on the bus again
 * @param removed UUIDs of lost GPUs that the bus no longer lists
 */
record BusWatch(GpuSession session, @Nullable Renewal renewal, boolean isLostGpuBack, Set<String> removed) {

    /**
     * Reads files of the kernel, which may block.
     *
     * @param lost GPUs whose return is a reason to renew the session
     * @param unreachable these, and those that the driver no longer lists
     */
    static BusWatch of(GpuSession session, List<GpuIdentity> lost, List<GpuIdentity> unreachable) {
        return new BusWatch(
                session,
                session.renewal().orElse(null),
                lost.stream().anyMatch(session::isBack),
                unreachable.stream()
                        .filter(session::isRemoved)
                        .map(GpuIdentity::uuid)
                        .collect(Collectors.toUnmodifiableSet()));
    }
}
