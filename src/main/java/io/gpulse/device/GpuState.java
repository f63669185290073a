package io.gpulse.device;

/** How a GPU stands with us. The names are part of the public contract. */
public enum GpuState {

    /** The driver is waking it up; it has not answered yet. */
    ATTACHING,

    /** It answers. */
    OK,

    /** It fell off the bus; the driver no longer reaches it. */
    LOST,

    /** A call to it has not returned for a long time. */
    STUCK,

    /** The driver wants it reset. */
    RESET_REQUIRED,

    /** The driver refuses it, or all of it, with a code. */
    ERROR,

    /** Its PCI device is in runtime suspend (D3), and gpulse is configured not to wake it. */
    SLEEPING
}
