package io.gpulse.device;

/** Something that can look at the machine around the GPUs. */
public interface HostSource {

    /** Reads files that the kernel may block on: call it on a lane. */
    HostSample look();
}
