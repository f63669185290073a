package io.gpulse.recording;

import io.gpulse.nvml.record.FieldValueRecord;
import io.gpulse.nvml.record.GpmMetricRecord;
import io.gpulse.nvml.record.GpmMetricsRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;

/**
 * The records of a call that reads several values at once: each has 40 bytes with its subject and its own return code.
 *
 * @param start the offset of the first record
 * @param scoped whether a subject has two numbers: field and scope
 * @param code the offset of the return code in a record
 */
record RecordSeries(int start, boolean scoped, int code) {

    static final int BYTES = FieldValueRecord.BYTES;

    private static final int NO_DATA = 21;
    private static final int COUNT = GpmMetricsRecord.offset("numMetrics");

    /** {@code nvmlFieldValue_t}. */
    private static final RecordSeries FIELDS = new RecordSeries(0, true, FieldValueRecord.offset("nvmlReturn"));

    /** {@code nvmlGpmMetric_t}, behind version, count and two samples. */
    private static final RecordSeries MONITOR =
            new RecordSeries(GpmMetricsRecord.offset("metrics"), false, GpmMetricRecord.offset("nvmlReturn"));

    /** The subject of a record. */
    record Id(int number, int scope) {}

    static Optional<RecordSeries> in(String symbol) {
        return switch (symbol) {
            case FieldValueRecord.SYMBOL -> Optional.of(FIELDS);
            case "nvmlGpmMetricsGet" -> Optional.of(MONITOR);
            default -> Optional.empty();
        };
    }

    int offset(int record) {
        return this.start + record * BYTES;
    }

    /** Returns the number of records, as set by the caller. */
    int count(ByteBuffer memory) {
        int room = Math.max(0, (memory.capacity() - this.start) / BYTES);
        return this.scoped ? room : Math.max(0, Math.min(room, memory.getInt(COUNT)));
    }

    Id id(ByteBuffer memory, int at) {
        return new Id(memory.getInt(at), this.scoped ? memory.getInt(at + Integer.BYTES) : 0);
    }

    /** Returns the record with an id. */
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

    /** Gives a record the return code for no data. */
    void refuse(ByteBuffer memory, int at) {
        memory.putInt(at + this.code, NO_DATA);
    }
}
