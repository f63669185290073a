package io.gpulse.web;

/** Whether what is sampled is remembered. The names are part of the public contract. */
public enum HistoryState {
    /** The store has not been opened yet. */
    OPENING,
    /** It is written to a file. */
    RECORDING,
    /** It is kept in memory, because nothing can be written. */
    MEMORY_ONLY,
    /** Nothing can be written for now, as when a disk is full; it is tried again. */
    SUSPENDED,
    /** Another gpulse has the file. */
    LOCKED,
    /** The file is of a newer gpulse, another program or another user, or is no file; it is left as it is. */
    REFUSED,
    /** It is switched off. */
    OFF
}
