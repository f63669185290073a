package io.gpulse.nvml.session;

import io.gpulse.device.Owners;
import org.jspecify.annotations.Nullable;

/**
 * The access to processes.
 *
 * @param enabled whether they are read from the driver
 * @param simulatedOwners the owners of those of a simulated or recorded driver; null for a real one
 */
record ProcessAccess(boolean enabled, @Nullable Owners simulatedOwners) {

    static final ProcessAccess REAL = new ProcessAccess(true, null);
    static final ProcessAccess SIMULATED = new ProcessAccess(true, Owners.UNKNOWN);

    /** Returns the owners of processes: simulated processes are not looked up on this machine. */
    Owners owners(Owners ofMachine) {
        return this.simulatedOwners == null ? ofMachine : this.simulatedOwners;
    }
}
