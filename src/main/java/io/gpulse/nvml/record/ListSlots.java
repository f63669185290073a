package io.gpulse.nvml.record;

/** Slots that every call has that writes as many records as there are. */
public final class ListSlots {

    /** In: how many records there is room for; out: how many there are. */
    public static final String COUNT = "count";

    /** Where the records lie. */
    public static final String ENTRIES = "entries";

    /** The newest time that the caller has seen. */
    public static final String LAST_SEEN = "lastSeenTimeStamp";

    private ListSlots() {}
}
