package io.gpulse.metric;

/** The reasons for an absent reading. The names are part of the public contract. */
public enum Reason {
    NOT_SUPPORTED(true, "This GPU, or this machine, does not have it."),
    NO_PERMISSION(true, "Run gpulse with more rights, or have an administrator allow it."),
    DRIVER_TOO_OLD(true, "Install a newer NVIDIA driver."),
    DEPRECATED(true, "The driver no longer reports it; no action is needed."),
    MIG_ENABLED(true, "The driver reports it per MIG instance, not for the whole GPU; look at the instances."),
    NOT_IN_SOURCE(true, "nvidia-smi does not print it; let gpulse load the driver's library, NVML."),
    HIDDEN(true, "gpulse is configured not to show it."),
    GPU_LOST(false, "Look for Xid messages in the kernel log; stop gpulse and reset the GPU, or reboot."),
    TIMED_OUT(false, "The driver did not answer in time; the next round reads it again."),
    NO_DATA(false, "The driver has no figure yet; wait for the next rounds."),
    IMPLAUSIBLE(false, "The driver reported an impossible number; see the log, and update the driver or VBIOS."),
    ERROR(false, "The driver returned an error; see the GPU's state or the log.");

    private final boolean lasting;
    private final String remedy;

    Reason(boolean lasting, String remedy) {
        this.lasting = lasting;
        this.remedy = remedy;
    }

    /** Returns whether it lasts for the driver session, so that reading again is useless. */
    public boolean isLasting() {
        return this.lasting;
    }

    /** Returns the general advice, in one sentence. */
    public String remedy() {
        return this.remedy;
    }
}
