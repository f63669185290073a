package io.gpulse.view;

import io.gpulse.device.MachineIdentity;
import io.gpulse.device.NamespacedPid;
import io.gpulse.device.ProcessSample;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Selects processes by their PIDs in a PID namespace. A process whose PID in that namespace is not known for certain is
 * not selected.
 *
 * @param pids null to select all processes of the namespace
 * @param namespace inode of the PID namespace of the PIDs; null for gpulse's own; all processes are selected where
 *     both are null
 */
public record PidSelector(
        @Nullable Set<Integer> pids, @Nullable Long namespace, Origin origin) {

    /** The namespace of the host's PIDs, which the driver reports. */
    public static final long OF_HOST = MachineIdentity.INITIAL_PID_NAMESPACE;

    /** Inodes of namespaces have 32 bits. */
    public static final long MOST_INODE = 4_294_967_295L;

    /** The description of the parameter {@code pid-namespace} in the contract. */
    public static final String NAMESPACE_DESCRIPTION = "The PID namespace of `pids`: the inode of `/proc/self/ns/pid`"
            + " where they were read. Default: gpulse's own, `machine.pidNamespace` of the status. Without `pids`: all"
            + " processes that are certain to be in it.";

    /**
     * The source of the processes.
     *
     * @param machine the one that gpulse runs on
     * @param simulated whether the processes are simulated or recorded ones, and so in no namespace of this machine
     */
    public record Origin(MachineIdentity machine, boolean simulated) {}

    public boolean selects(ProcessSample process) {
        return selects(process.pid(), process.namespaced());
    }

    /**
     * Returns whether a process is selected.
     *
     * @param pid as the driver reports it
     * @param namespaced its PID in its innermost namespace; null when it is not known
     */
    public boolean selects(int pid, @Nullable NamespacedPid namespaced) {
        if (this.pids == null && this.namespace == null) {
            return true;
        }
        if (this.origin.simulated()) {
            return this.namespace == null && isListed(pid);
        }
        MachineIdentity machine = this.origin.machine();
        Long selected = this.namespace == null ? machine.pidNamespace() : this.namespace;
        if (selected != null && selected == MachineIdentity.INITIAL_PID_NAMESPACE) {
            // In a container whose /proc is not the machine's, the number may be that of another process.
            return (machine.isInitialPidNamespace() || namespaced != null) && isListed(pid);
        }
        return selected != null
                && namespaced != null
                && selected.equals(namespaced.namespace())
                && isListed(namespaced.pid());
    }

    private boolean isListed(int pid) {
        return this.pids == null || this.pids.contains(pid);
    }
}
