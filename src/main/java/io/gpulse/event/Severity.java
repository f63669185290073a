package io.gpulse.event;

import java.util.Locale;

/** Severities, the mildest first. */
public enum Severity {
    /** No action is needed. */
    INFO,
    /** Work is slowed down, or was lost and can be restarted. */
    WARNING,
    /** A GPU cannot be used, or its results cannot be trusted. */
    CRITICAL;

    /** Returns the label of series, and the value in JSON. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public Severity max(Severity other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
