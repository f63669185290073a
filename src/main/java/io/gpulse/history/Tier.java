package io.gpulse.history;

import java.time.Duration;

/** The granularity of stored rows. The names are part of the public contract. */
public enum Tier {
    /** Each sample. */
    RAW(Duration.ZERO),
    /** Minimum, mean and maximum of a minute. */
    MINUTE(Duration.ofMinutes(1)),
    /** Minimum, mean and maximum of an hour. */
    HOUR(Duration.ofHours(1));

    private final Duration width;

    Tier(Duration width) {
        this.width = width;
    }

    /** Returns the time span of a row; zero for a sample. */
    public Duration width() {
        return this.width;
    }

    public long widthMillis() {
        return this.width.toMillis();
    }

    /** Returns the tier that the rows are made of. */
    public Tier finer() {
        return this == HOUR ? MINUTE : RAW;
    }
}
