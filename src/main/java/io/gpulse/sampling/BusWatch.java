package io.gpulse.sampling;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSession;
import io.gpulse.device.GpuSession.Renewal;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The state of the PCI bus at its last check.
 *
 * @param session the session that it was checked for
 * @param renewal why that session should be replaced; null when it should continue
 * @param isLostGpuBack whether a GPU that was lost answers on the bus again
 * @param removed UUIDs of lost GPUs that the bus no longer lists
 */
record BusWatch(GpuSession session, @Nullable Renewal renewal, boolean isLostGpuBack, Set<String> removed) {

    /**
     * Checks the bus. Reads files of the kernel, which may block.
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
