package io.gpulse.nvml.session;

import io.gpulse.device.Owners;
import org.jspecify.annotations.Nullable;

/**
 * What is told of processes.
 *
 * @param asked whether the driver is asked for them
 * @param cast who is behind those of a driver that somebody plays; null for a real driver
 */
record ProcessAccess(boolean asked, @Nullable Owners cast) {

    static final ProcessAccess REAL = new ProcessAccess(true, null);
    static final ProcessAccess PLAYED = new ProcessAccess(true, Owners.NOBODY);

    /** Nobody behind a process that does not exist is looked for on this machine. */
    Owners owners(Owners ofMachine) {
        return this.cast == null ? ofMachine : this.cast;
    }
}
