package io.gpulse.metric;

/** The kind of a metric's values. */
public enum Kind {

    /** A number that goes up and down. */
    GAUGE,

    /** A number that only grows, until the driver is reloaded. */
    COUNTER,

    /** A number with a label: a performance state, a mode, a mask of reasons. */
    STATE,

    /** A text: a version, a name, a serial number. */
    TEXT;

    /** Returns whether a reading of this kind has a number. */
    public boolean isNumber() {
        return this != TEXT;
    }

    /** Returns whether a reading of this kind has a text. */
    public boolean isWord() {
        return this == STATE || this == TEXT;
    }
}
