package io.gpulse.web;

/** The state of the history. The names are part of the public contract. */
public enum HistoryState {
    /** The store has not been opened yet. */
    OPENING,
    /** Samples are written to a file. */
    RECORDING,
    /** Samples are kept in memory, because no file can be written. */
    MEMORY_ONLY,
    /** Writing has failed, for example because the disk is full; it is tried again. */
    SUSPENDED,
    /** Another gpulse uses the file. */
    LOCKED,
    /** The file is of a newer gpulse, another program or another user, or not a file; it is not changed. */
    REFUSED,
    /** The history is switched off. */
    OFF
}
