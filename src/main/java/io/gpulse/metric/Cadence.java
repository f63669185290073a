package io.gpulse.metric;

/** How often a metric is asked for. */
public enum Cadence {

    /** Every round. */
    FAST,

    /** Every 10 s, or every round when rounds are further apart. */
    SLOW,

    /** Once per driver session; while it is absent for a reason that may pass, as often as {@link #SLOW}. */
    ONCE
}
