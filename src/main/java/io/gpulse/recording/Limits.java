package io.gpulse.recording;

/**
 * How much a recording may hold: it is kept in memory while it is replayed. Who records stops there; who reads refuses
 * more.
 */
final class Limits {

    /** Bytes of one answer. */
    static final int ANSWER = 1 << 20;

    /** Bytes that everything takes that is kept in memory. */
    static final long KEPT = 24L << 20;

    /** Arguments of a call, and members of its answer. */
    static final int PARTS = 64;

    private static final int OBJECT = 64;
    private static final int PART = 120;

    static final int SEGMENTS = 1 << 20;

    static final int CALLS = 1 << 16;

    /** Characters of the unpacked text. */
    static final long TEXT = 512L << 20;

    /** No machine has more. */
    static final int GPUS = 256;

    private Limits() {}

    /** What a call takes. */
    static long ofCall(RecordedCall call) {
        return 4L * OBJECT + (long) PART * (call.args().size() + call.members().size());
    }

    /** What a segment takes without its invocations. */
    static long ofSegment() {
        return 3L * OBJECT;
    }

    /** What an invocation takes, without its answer. */
    static long ofInvocation() {
        return OBJECT;
    }

    /** What an answer takes that is not one that was there before. */
    static long ofAnswer(int length) {
        return length + OBJECT / 2;
    }
}
