package io.gpulse.notify;

/** Reasons for a message. */
enum Occasion {
    /** An alert begins, becomes more severe, or concerns another GPU. */
    ALERT,
    /** An alert ends. */
    RESOLVED,
    /** Enough GPUs have been free for a time. */
    FREE,
    /** A process has left its GPUs. */
    ENDED
}
