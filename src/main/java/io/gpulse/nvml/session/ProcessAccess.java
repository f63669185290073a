package io.gpulse.nvml.session;

import io.gpulse.device.Owners;
import org.jspecify.annotations.Nullable;

/**
 * What is read of processes.
 *
 * @param enabled whether the driver is asked for them
 * @param simulatedOwners who is behind those of a simulated or recorded driver; null for a real one
 */
record ProcessAccess(boolean enabled, @Nullable Owners simulatedOwners) {

    static final ProcessAccess REAL = new ProcessAccess(true, null);
    static final ProcessAccess SIMULATED = new ProcessAccess(true, Owners.NOBODY);

    /** Nobody behind a process that does not exist is looked for on this machine. */
    Owners owners(Owners ofMachine) {
        return this.simulatedOwners == null ? ofMachine : this.simulatedOwners;
    }
}
