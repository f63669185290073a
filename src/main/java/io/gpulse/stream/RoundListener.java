package io.gpulse.stream;

/** Is notified of rounds; decides itself what it writes, and whether it is ready for it. */
public interface RoundListener {

    /** A new snapshot, or demand for one, may be there. */
    void advance();

    /** A heartbeat is due. */
    void heartbeat();

    /** The stream completes. */
    void end();
}
