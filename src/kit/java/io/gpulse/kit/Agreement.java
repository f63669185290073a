package io.gpulse.kit;

/** How a value of gpulse compares with the values of nvidia-smi before and after it. */
enum Agreement {
    /** Equal to the text of nvidia-smi before or after. */
    EQUAL,
    /** A number between those of nvidia-smi before and after. */
    BETWEEN,
    /** A value that changes by itself and is outside that range. */
    MOVED,
    /** Another value, or another text for it. */
    DIFFERENT
}
