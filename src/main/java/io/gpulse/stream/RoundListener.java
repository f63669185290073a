package io.gpulse.stream;

/** A subscriber of the stream, which is notified of each round and writes by itself what its connection can take. */
public interface RoundListener {

    /** The connection has room again: writes what there is to write. */
    void advance();

    /** A snapshot was published: the same, while all others are notified too. */
    default void onRound() {
        advance();
    }

    /** There is something to tell beside snapshots: writes it, where that is wanted. */
    default void onNotice() {}

    /** Nothing was written for a while: writes a heartbeat. */
    void heartbeat();

    /** The server stops: completes the response. */
    void end();
}
