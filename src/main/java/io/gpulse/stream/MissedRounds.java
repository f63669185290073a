package io.gpulse.stream;

import io.gpulse.stream.wire.StreamFormat;
import java.nio.ByteBuffer;

/** The missed rounds of a subscriber that have not been reported to it. */
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

    /** Returns the report and resets the counts. */
    ByteBuffer drain(StreamFormat format) {
        ByteBuffer written = format.missedRounds(this.restarted ? null : (Long) this.missed);
        this.missed = 0;
        this.restarted = false;
        return written;
    }
}
