package io.gpulse.recording;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reads answers as they were written: little-endian, without the zeros at their end. */
final class LittleEndian {

    private LittleEndian() {}

    static ByteBuffer wrap(byte[] trimmed) {
        byte[] padded = java.util.Arrays.copyOf(trimmed, Math.max(trimmed.length, Long.BYTES));
        return ByteBuffer.wrap(padded).order(ByteOrder.LITTLE_ENDIAN);
    }
}
