package io.gpulse.story;

import java.util.Locale;

/** Kinds of sentences. The names are part of the contract. */
enum StoryKind {
    /** A fault that the driver reported. */
    XID,
    /** A GPU that could not be reached. */
    LOST,
    /** A GPU that did not answer. */
    STUCK,
    /** The driver was gone, or renewed. */
    DRIVER,
    /** An alert of a rule, or a GPU that was held idle. */
    INSIGHT,
    /** A job was started again. */
    RESTARTED,
    /** A job ended. */
    ENDED,
    /** A job began. */
    STARTED,
    /** A job ended, and its GPUs were free then. */
    FREE,
    /** Time without samples. */
    GAP,
    /** A setting was changed. */
    SETTING,
    /** A note of a user. */
    MARK;

    /** Returns the value in JSON. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether work may have been lost, at whatever known cost. */
    boolean isFault() {
        return this == XID || this == LOST || this == STUCK;
    }
}
