package io.gpulse.nvml;

import io.gpulse.device.Owners;
import org.jspecify.annotations.Nullable;

/**
 * What is told of processes.
 *
 * @param asked whether the driver is asked for them
 * @param cast who is behind those of a driver that somebody plays; null for a real driver
 */
record ProcessRule(boolean asked, @Nullable Owners cast) {

    static final ProcessRule REAL = new ProcessRule(true, null);
    static final ProcessRule PLAYED = new ProcessRule(true, Owners.NOBODY);

    /** Nobody behind a process that does not exist is looked for on this machine. */
    Owners owners(Owners ofMachine) {
        return this.cast == null ? ofMachine : this.cast;
    }
}
