package io.gpulse.event;

import java.util.Locale;

/** How soon somebody should look. */
public enum Severity {
    /** Good to know. */
    INFO,
    /** Work is slowed down, or was lost and can be started again. */
    WARNING,
    /** A GPU cannot be worked with, or what it has computed cannot be trusted. */
    CRITICAL;

    /** As it stands in labels of series. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public Severity max(Severity other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
