package io.gpulse.recording;

/**
 * The size limits of a recording, which is held in memory during replay. The recorder stops at a limit; the reader
 * refuses larger files.
 */
final class Limits {

    /** Bytes of one answer. */
    static final int ANSWER = 1 << 20;

    /** Bytes of all data kept in memory. */
    static final long KEPT = 24L << 20;

    /** Arguments of a call, and members of its answer. */
    static final int PARTS = 64;

    private static final int OBJECT = 64;
    private static final int PART = 120;

    /** Bytes of a segment without its invocations, and of an invocation without its answer. */
    static final long SEGMENT = 3L * OBJECT;

    static final long INVOCATION = OBJECT;

    static final int SEGMENTS = 1 << 20;

    static final int CALLS = 1 << 16;

    /** Characters of the unpacked text. */
    static final long TEXT = 512L << 20;

    /** No machine has more. */
    static final int GPUS = 256;

    private Limits() {}

    /** Returns the memory of a call in bytes. */
    static long ofCall(RecordedCall call) {
        return 4L * OBJECT + (long) PART * (call.args().size() + call.members().size());
    }

    /** Returns the memory of an answer that is not a repetition. */
    static long ofAnswer(int length) {
        return (long) length + OBJECT / 2;
    }
}
