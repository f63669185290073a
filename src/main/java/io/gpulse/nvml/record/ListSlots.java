package io.gpulse.nvml.record;

/** The slots of calls that return a list of records. */
public final class ListSlots {

    /** In: the number of records with room; out: the number of records. */
    public static final String COUNT = "count";

    /** The records. */
    public static final String ENTRIES = "entries";

    /** The newest time that the caller has seen. */
    public static final String LAST_SEEN = "lastSeenTimeStamp";

    private ListSlots() {}
}
