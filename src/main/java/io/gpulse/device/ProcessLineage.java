package io.gpulse.device;

/**
 * The processes that a process descends from.
 *
 * @param parent PID of its parent; 0 when it is not known, 1 when its parent has ended
 * @param session id of its session; 0 when it is not known
 */
public record ProcessLineage(int parent, int session) {

    /** The lineage of a process of which nothing is known. */
    public static final ProcessLineage UNKNOWN = new ProcessLineage(0, 0);

    private static final int INIT = 1;

    /** Returns whether both have one parent, or belong to one session. */
    boolean isSharedWith(ProcessLineage other) {
        return (this.parent > INIT && this.parent == other.parent)
                || (this.session > 0 && this.session == other.session);
    }
}
