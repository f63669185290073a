package io.gpulse.metric;

/** What sort of thing a metric tells. */
public enum Kind {

    /** A number that goes up and down. */
    GAUGE,

    /** A number that only grows until the driver is loaded anew. */
    COUNTER,

    /** A number that stands for a word: a performance state, a mode, a mask of reasons. */
    STATE,

    /** A word: a version, a name, a serial. */
    TEXT;

    /** Whether a reading of this kind carries a number. */
    public boolean isNumber() {
        return this != TEXT;
    }

    /** Whether a reading of this kind carries a word. */
    public boolean isWord() {
        return this == STATE || this == TEXT;
    }
}
