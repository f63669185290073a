package io.gpulse.stream;

/** Somebody who is told of rounds; what it is told, and whether it is ready for it, it decides itself. */
public interface RoundListener {

    /** There may be something new. */
    void advance();

    /** A heartbeat is due. */
    void beat();

    /** Nothing more will come. */
    void end();
}
