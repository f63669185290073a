package io.gpulse.recording;

import java.util.Optional;

/** The clock of a replay: chooses the next segment and takes its time. */
interface ReplayClock {

    /** Returns the current session of the driver; empty at the end of the recording. */
    Optional<Moment> now();

    /**
     * Returns the current round of a GPU; empty at the end of the recording.
     *
     * @param attached when the GPU was got hold of
     */
    Optional<Turn> read(int gpu, Moment now, Moment attached);

    /** Lets as much time pass as a call took. */
    void pass(long nanos);

    /** Blocks for ever, or until the recording restarts. */
    void hang(Moment since);

    /**
     * A moment of a replay.
     *
     * @param round the number of restarts of the recording
     * @param nanos the time since the start of the recording
     */
    record Moment(int round, long nanos) {}

    /** The current segment and its round. */
    record Turn(int round, Segment segment) {}
}
