package io.gpulse.recording;

/** What a reader was doing when it made native calls. The names are part of the format of recordings. */
enum Phase {
    /** The library was initialised and the GPUs were counted. */
    OPEN,
    /** The handle and the identity of a GPU were asked for. */
    ATTACH,
    /** A GPU was looked at. */
    LOOK,
    /** The names of processes were asked for. */
    OWNERS,
    /** The library was shut down. */
    CLOSE
}
