package io.gpulse.device;

import io.gpulse.metric.Reason;

/** A source of readings of the machine around the GPUs. */
public interface HostSource {

    /** Reads the machine, without its processes. Reads files of the kernel, which may block: call it on a lane. */
    HostSample read();

    /** Reads the processes. There can be thousands: call it seldom, on a separate lane. */
    default HostProcesses processes() {
        return HostProcesses.absent(Reason.NOT_SUPPORTED);
    }

    /** Returns whether this is Linux on Windows (WSL), whose GPUs and memory are parts of those of the machine. */
    default boolean isOnWindows() {
        return false;
    }
}
