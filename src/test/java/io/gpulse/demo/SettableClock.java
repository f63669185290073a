package io.gpulse.demo;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands where a test puts it. */
final class SettableClock implements InstantSource {

    private Instant now;

    SettableClock(Instant now) {
        this.now = now;
    }

    @Override
    public Instant instant() {
        return this.now;
    }

    void advance(Duration duration) {
        this.now = this.now.plus(duration);
    }
}
