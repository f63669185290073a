package io.gpulse.kit;

/** The comparison of a value of gpulse with the values of nvidia-smi before and after it. */
enum Agreement {
    /** Equal to the text of nvidia-smi before or after. */
    EQUAL,
    /** A number between those of nvidia-smi before and after. */
    BETWEEN,
    /** A value that changes continuously and is outside that range. */
    MOVED,
    /** Another value, or another text for it. */
    DIFFERENT
}
