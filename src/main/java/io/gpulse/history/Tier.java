package io.gpulse.history;

import java.time.Duration;

/** How fine stored samples are. The names are part of the public contract. */
public enum Tier {
    /** Each round as it was taken. */
    RAW(Duration.ZERO),
    /** Minimum, mean and maximum of a minute. */
    MINUTE(Duration.ofMinutes(1)),
    /** Minimum, mean and maximum of an hour. */
    HOUR(Duration.ofHours(1));

    private final Duration width;

    Tier(Duration width) {
        this.width = width;
    }

    /** The time that a row is about; zero for a sample. */
    public Duration width() {
        return this.width;
    }

    public long widthMillis() {
        return this.width.toMillis();
    }

    /** From what its rows are made. */
    public Tier finer() {
        return this == HOUR ? MINUTE : RAW;
    }
}
