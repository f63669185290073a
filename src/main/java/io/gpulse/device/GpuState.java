package io.gpulse.device;

/** The state of a GPU. The names are part of the public contract. */
public enum GpuState {

    /** The driver is waking it up; it has not answered yet. */
    ATTACHING,

    /** It answers. */
    OK,

    /** It answers late, again and again: rounds have its last readings, with the time when they were taken. */
    SLOW,

    /** The driver no longer reaches it: it fell off the bus. */
    LOST,

    /** A call of the driver for it has not returned for a long time. */
    STUCK,

    /** The driver requires a reset. */
    RESET_REQUIRED,

    /** The driver refuses its handle or all its calls with a code. */
    ERROR,

    /** Its PCI device is in runtime suspend (D3), and gpulse is configured not to wake it. */
    SLEEPING,

    /** Its newest figures are too old to be those of now: a file with them is not written again. */
    STALE;

    /** Returns whether a GPU in this state has readings of now. */
    public boolean isRead() {
        return this == OK || this == SLOW;
    }

    /** Returns whether a GPU in this state has readings, which may be old. */
    public boolean hasReadings() {
        return isRead() || this == STALE;
    }
}
