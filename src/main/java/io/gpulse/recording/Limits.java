package io.gpulse.recording;

/**
 * How much a recording may hold: it is kept in memory while it is replayed. Who records stops there; who reads refuses
 * more.
 */
final class Limits {

    /** Bytes of one answer. */
    static final int ANSWER = 1 << 20;

    /** Bytes that all answers, and what is kept beside each, take. */
    static final long KEPT = 48L << 20;

    /** Bytes that an invocation takes beside its answer. */
    static final int INVOCATION = 80;

    static final int SEGMENTS = 1 << 20;

    static final int CALLS = 1 << 16;

    /** Characters of the unpacked text. */
    static final long TEXT = 512L << 20;

    /** No machine has more. */
    static final int GPUS = 256;

    private Limits() {}
}
