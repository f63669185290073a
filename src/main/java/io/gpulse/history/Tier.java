package io.gpulse.history;

/** The granularity of stored rows. The names are part of the public contract. */
public enum Tier {
    /** Each sample. */
    RAW(0),
    /** Minimum, mean and maximum of a minute. */
    MINUTE(60_000),
    /** Minimum, mean and maximum of an hour. */
    HOUR(3_600_000);

    private final long widthMillis;

    Tier(long widthMillis) {
        this.widthMillis = widthMillis;
    }

    /** Returns the time span of a row, in ms; zero for a sample. */
    public long widthMillis() {
        return this.widthMillis;
    }

    /** Returns the tier that the rows are made of. */
    public Tier finer() {
        return this == HOUR ? MINUTE : RAW;
    }
}
