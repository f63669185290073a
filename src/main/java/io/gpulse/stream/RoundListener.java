package io.gpulse.stream;

/** A subscriber of the stream, which is notified of each round and writes as much as its connection accepts. */
public interface RoundListener {

    /** Writes pending data: the connection has room again. */
    void advance();

    /** Writes pending data after a new snapshot or notice, in the task that notifies all listeners. */
    default void onRound() {
        advance();
    }

    /** Writes a heartbeat. */
    void heartbeat();

    /** Completes the response, because the server stops. */
    void end();
}
