package io.gpulse.device;

import io.gpulse.metric.Reason;

/** Something that can look at the machine around the GPUs. */
public interface HostSource {

    /** The machine, without its processes. Reads files that the kernel may block on: call it on a lane. */
    HostSample read();

    /** Its processes: there can be thousands of them, so call it now and then, on a lane of its own. */
    default HostProcesses processes() {
        return HostProcesses.absent(Reason.NOT_SUPPORTED);
    }
}
