package io.gpulse.metric;

/** How often a metric is read. */
public enum Cadence {

    /** Every round. */
    FAST,

    /** Every 10 s, or every round when rounds are further apart. */
    SLOW,

    /** Once per driver session; while it is absent for a temporary reason, as often as {@link #SLOW}. */
    ONCE
}
