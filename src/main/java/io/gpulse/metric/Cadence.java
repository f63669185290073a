package io.gpulse.metric;

/** The rates at which metrics are read. */
public enum Cadence {

    /** Every round. */
    FAST,

    /** Every 10 s, or every round when rounds are further apart. */
    SLOW,

    /** Once per driver session; while it is absent for a temporary reason, as often as {@link #SLOW}. */
    ONCE
}
