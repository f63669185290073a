package io.gpulse.recording;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;

/**
 * How calls that ask for several things at once hold them: records of 40 bytes, each of which says what it is of, and
 * carries a code of its own.
 *
 * @param start where the first record lies
 * @param scoped whether what a record is of takes two numbers: field and scope
 * @param code where in a record its code lies
 */
record RecordSeries(int start, boolean scoped, int code) {

    static final int BYTES = 40;

    private static final int NO_DATA = 21;
    private static final int COUNT = 4;

    /** {@code nvmlFieldValue_t}. */
    private static final RecordSeries FIELDS = new RecordSeries(0, true, 28);

    /** {@code nvmlGpmMetric_t}, behind version, count and two samples. */
    private static final RecordSeries MONITOR = new RecordSeries(24, false, 4);

    /** What a record is of. */
    record Id(int number, int scope) {}

    static Optional<RecordSeries> in(String symbol) {
        return switch (symbol) {
            case "nvmlDeviceGetFieldValues" -> Optional.of(FIELDS);
            case "nvmlGpmMetricsGet" -> Optional.of(MONITOR);
            default -> Optional.empty();
        };
    }

    int offset(int record) {
        return this.start + record * BYTES;
    }

    /** How many records an answer has, as its caller says. */
    int count(ByteBuffer memory) {
        int room = Math.max(0, (memory.capacity() - this.start) / BYTES);
        return this.scoped ? room : Math.max(0, Math.min(room, memory.getInt(COUNT)));
    }

    Id id(ByteBuffer memory, int at) {
        return new Id(memory.getInt(at), this.scoped ? memory.getInt(at + Integer.BYTES) : 0);
    }

    /** The record that is of something. */
    Optional<byte[]> find(byte[] trimmed, Id wanted) {
        int records = (trimmed.length - this.start + BYTES - 1) / BYTES;
        byte[] answer = Arrays.copyOf(trimmed, Math.max(trimmed.length, offset(Math.max(0, records))));
        ByteBuffer memory = ByteBuffer.wrap(answer).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < records; i++) {
            if (id(memory, offset(i)).equals(wanted)) {
                return Optional.of(Arrays.copyOfRange(answer, offset(i), offset(i + 1)));
            }
        }
        return Optional.empty();
    }

    /** Says of a record that nothing is known of what it is of. */
    void refuse(ByteBuffer memory, int at) {
        memory.putInt(at + this.code, NO_DATA);
    }
}
