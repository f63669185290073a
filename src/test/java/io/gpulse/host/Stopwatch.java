package io.gpulse.host;

import java.util.function.LongSupplier;

/** A clock that only a test sets. */
final class Stopwatch implements LongSupplier {

    private double seconds = 100;

    void advance(double more) {
        this.seconds += more;
    }

    @Override
    public long getAsLong() {
        return Math.round(this.seconds * 1e9);
    }
}
