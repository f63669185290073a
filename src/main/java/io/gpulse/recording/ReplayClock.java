package io.gpulse.recording;

import java.util.Optional;

/** Which part of a recording is told next, and how long it takes. */
interface ReplayClock {

    /** Which session with the driver is told now; empty when the recording is over. */
    Optional<Moment> now();

    /**
     * Which look of a GPU is told now; empty when the recording is over.
     *
     * @param attached when the GPU was got hold of
     */
    Optional<Turn> read(int gpu, Moment now, Moment attached);

    /** Lets as much time pass as a call took. */
    void pass(long nanos);

    /** Does not return, or not before the recording begins anew. */
    void hang(Moment since);

    /**
     * A moment of a replay.
     *
     * @param round how often the recording has begun anew
     * @param nanos since the recording began
     */
    record Moment(int round, long nanos) {}

    /** A segment whose turn it is, in which round. */
    record Turn(int round, Segment segment) {}
}
