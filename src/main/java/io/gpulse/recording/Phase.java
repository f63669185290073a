package io.gpulse.recording;

/** The work of a reader during native calls. The names are part of the format of recordings. */
enum Phase {
    /** The library was initialised and the GPUs were counted. */
    OPEN,
    /** Reading the handle and the identity of a GPU. */
    ATTACH,
    /** A round: reading the values of a GPU. */
    LOOK,
    /** Reading the names of processes. */
    OWNERS,
    /** The library was shut down. */
    CLOSE
}
