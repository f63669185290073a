package io.gpulse.recording;

/**
 * A native call that was made.
 *
 * @param at when, in nanoseconds since the recording began
 * @param took how long it took, in nanoseconds; {@link #HANGS} when it had not returned when the recording ended
 * @param code the driver's {@code nvmlReturn_t}; 0 when it did not return
 * @param answer the memory that the driver wrote, little-endian, without the zeros at its end
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Invocation(RecordedCall call, long at, long took, int code, byte[] answer) {

    static final long HANGS = -1;

    static final byte[] NO_ANSWER = {};

    boolean hangs() {
        return this.took == HANGS;
    }

    /** Returns the time of its return. */
    long end() {
        return hangs() ? this.at : this.at + this.took;
    }
}
