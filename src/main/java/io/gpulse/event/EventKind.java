package io.gpulse.event;

import java.util.Locale;

/** Kinds of events. */
public enum EventKind {
    /** The driver reported a fault by its number. */
    XID,
    /** The driver reported a GPU operational event without such a number. */
    OPERATIONAL,
    /** A GPU fell off the bus; until it answers. */
    GPU_LOST,
    /** A call for a GPU does not return; until it answers. */
    GPU_STUCK,
    /** A GPU cannot be read; until it can. */
    GPU_FAILED,
    /** The session with the driver was renewed. */
    DRIVER_RENEWED,
    /** No driver answers; until one does. */
    DRIVER_GONE,
    /** Errors of memory that ECC could not correct. */
    ECC_UNCORRECTED,
    /** Rows, banks or pages of memory were retired, or will be at the next reset. */
    MEMORY_REPAIR,
    /** The driver requests a recovery action; until it requests none. */
    RECOVERY_ACTION,
    /** Recoveries or errors of an NVLink; until there were none for a while. */
    LINK_ERRORS,
    /** Clocks are throttled; until they are not. */
    CLOCKS,
    /** A GPU under load is in a slow performance state; until it is not. */
    P_STATE,
    /** A setting of a GPU was changed. */
    SETTINGS,
    /** A process began to use a GPU. */
    PROCESS_STARTED,
    /** A process no longer uses a GPU. */
    PROCESS_ENDED,
    /** A rule without an event of its own fires; until it is resolved. */
    INSIGHT,
    /** gpulse started. */
    GPULSE_STARTED,
    /** A time without samples. */
    GAP;

    /** Returns whether it reports a GPU that does not answer. */
    boolean isUnreachable() {
        return this == GPU_LOST || this == GPU_STUCK || this == GPU_FAILED;
    }

    /** Returns the label of series, and the value in JSON. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
