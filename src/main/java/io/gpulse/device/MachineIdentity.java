package io.gpulse.device;

import org.jspecify.annotations.Nullable;

/**
 * The identity of the running machine, which a client can compare with its own.
 *
 * @param bootId {@code /proc/sys/kernel/random/boot_id}, which is new at each start of the kernel; null when
 *     unknown
 * @param pidNamespace the inode of gpulse's own PID namespace; null when unknown
 */
public record MachineIdentity(
        @Nullable String bootId, @Nullable Long pidNamespace) {

    /** The inode of the initial PID namespace, since Linux 3.8. */
    public static final long INITIAL_PID_NAMESPACE = 4_026_531_836L;

    /** Returns whether the PIDs that gpulse sees are those of the machine. */
    public boolean isInitialPidNamespace() {
        return this.pidNamespace != null && this.pidNamespace == INITIAL_PID_NAMESPACE;
    }
}
