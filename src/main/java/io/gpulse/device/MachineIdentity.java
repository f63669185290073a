package io.gpulse.device;

import org.jspecify.annotations.Nullable;

/**
 * The running machine, as a client can compare it with its own.
 *
 * @param bootId {@code /proc/sys/kernel/random/boot_id}, which is new at each start of the kernel; null when unknown
 * @param pidNamespace the inode of gpulse's own PID namespace; null when unknown
 */
public record MachineIdentity(
        @Nullable String bootId, @Nullable Long pidNamespace) {

    /** The inode of the PID namespace that all others are inside of, since Linux 3.8. */
    public static final long INITIAL_PID_NAMESPACE = 4_026_531_836L;

    /** Whether gpulse sees PIDs as the machine counts them. */
    public boolean isInitialPidNamespace() {
        return this.pidNamespace != null && this.pidNamespace == INITIAL_PID_NAMESPACE;
    }
}
