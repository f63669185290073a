package io.gpulse.api;

import java.nio.ByteBuffer;

/** What a subscriber has missed and was not told yet. */
final class Lag {

    private long missed;
    private boolean restarted;

    void missed(long rounds) {
        this.missed += rounds;
    }

    void restarted() {
        this.restarted = true;
    }

    boolean isAny() {
        return this.restarted || this.missed > 0;
    }

    ByteBuffer told(Wire wire) {
        ByteBuffer told = wire.lag(this.restarted ? null : (Long) this.missed);
        this.missed = 0;
        this.restarted = false;
        return told;
    }
}
