package io.gpulse.stream;

import io.gpulse.stream.wire.StreamFormat;
import java.nio.ByteBuffer;

/** The rounds that a subscriber has missed and that were not reported to it yet. */
final class MissedRounds {

    private long missed;
    private boolean restarted;

    void add(long rounds) {
        this.missed += rounds;
    }

    void restarted() {
        this.restarted = true;
    }

    boolean isAny() {
        return this.restarted || this.missed > 0;
    }

    /** Writes them, and forgets them. */
    ByteBuffer drain(StreamFormat format) {
        ByteBuffer written = format.missedRounds(this.restarted ? null : (Long) this.missed);
        this.missed = 0;
        this.restarted = false;
        return written;
    }
}
