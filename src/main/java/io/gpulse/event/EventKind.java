package io.gpulse.event;

import java.util.Locale;

/** What an event is about. */
public enum EventKind {
    /** The driver told a fault by its number. */
    XID,
    /** The driver told something that has no such number: a GPU operational event. */
    OPERATIONAL,
    /** A GPU has fallen off the bus; until it is back. */
    GPU_LOST,
    /** A GPU does not answer; until it does. */
    GPU_STUCK,
    /** A GPU refuses to be looked at; until it does not. */
    GPU_FAILED,
    /** The session with the driver was begun anew. */
    DRIVER_RENEWED,
    /** There are no GPUs to look at; until there are. */
    DRIVER_GONE,
    /** Errors of memory that ECC could not correct. */
    ECC_UNCORRECTED,
    /** Rows, banks or pages of memory were put out of use, or will be at the next reset. */
    MEMORY_REPAIR,
    /** What the driver wants to be done with a GPU has changed. */
    RECOVERY_ACTION,
    /** Recoveries or errors of an NVLink. */
    LINK_ERRORS,
    /** Clocks are held back; until they are not. */
    CLOCKS,
    /** A GPU left its usual performance state under load; until it is back. */
    P_STATE,
    /** A setting of a GPU was changed by somebody. */
    SETTINGS,
    /** A process came to a GPU. */
    PROCESS_STARTED,
    /** A process left a GPU. */
    PROCESS_ENDED,
    /** What a rule says of the numbers; until it no longer does. */
    INSIGHT,
    /** gpulse began to sample. */
    GPULSE_STARTED,
    /** Nothing was sampled; until it was again. */
    GAP;

    /** As it stands in labels of series. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
