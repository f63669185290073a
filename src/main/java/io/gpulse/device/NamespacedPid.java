package io.gpulse.device;

import io.gpulse.metric.PrintableText;
import org.jspecify.annotations.Nullable;

/**
 * The PID of a process in its innermost PID namespace, from the {@code NSpid} line of {@code /proc/PID/status}.
 *
 * @param pid in that namespace; that of the machine for a process in the initial one
 * @param namespace the inode of {@code /proc/PID/ns/pid}; null when it is not readable, which requires the same
 *     user or {@code CAP_SYS_PTRACE}
 * @param container the id of the container, from {@code /proc/PID/cgroup}; null when there is none or it is unknown
 */
public record NamespacedPid(
        int pid, @Nullable Long namespace, @Nullable String container) {

    public NamespacedPid {
        container = container == null ? null : PrintableText.of(container);
    }
}
