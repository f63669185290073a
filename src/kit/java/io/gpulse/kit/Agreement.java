package io.gpulse.kit;

/** How a value of gpulse stands beside what nvidia-smi said before and after. */
enum Agreement {
    /** To the letter what nvidia-smi said at least once. */
    EQUAL,
    /** A number that lies between what nvidia-smi said before and after. */
    BETWEEN,
    /** A value that moves by itself, and lies outside of that. */
    MOVED,
    /** Another value, or another text for it. */
    DIFFERENT
}
