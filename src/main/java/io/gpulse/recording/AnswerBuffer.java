package io.gpulse.recording;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.recording.RecordedCall.Member;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/**
 * The memory of an answer in the layout that the reader expects. The recording, made by another version of gpulse, can
 * have another layout: members are matched by name, and records by their subject.
 */
final class AnswerBuffer {

    private static final int SUCCESS = 0;
    private static final int INSUFFICIENT_SIZE = 7;

    private final Layout layout;
    private final Optional<RecordSeries> records;
    private final ByteBuffer bytes;

    AnswerBuffer(Call call) {
        this.layout = call.layout();
        this.records = RecordSeries.in(call.symbol());
        this.bytes = ByteBuffer.allocateDirect(Math.max(this.layout.size(), Long.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN);
        this.layout.versionWord().ifPresent((word) -> this.bytes.putInt(0, word));
    }

    ByteBuffer bytes() {
        return this.bytes;
    }

    /**
     * Writes a recorded answer.
     *
     * @param elsewhere finds a record that is not in this answer
     * @return the code that goes with it
     */
    int write(Invocation invocation, Function<RecordSeries.Id, Optional<byte[]>> elsewhere) {
        if (invocation.code() != SUCCESS && invocation.code() != INSUFFICIENT_SIZE) {
            return invocation.code();
        }
        if (this.records.isPresent()) {
            writeRecords(this.records.get(), invocation, elsewhere);
            return invocation.code();
        }
        boolean fits = true;
        for (Layout.Slot slot : this.layout.slots()) {
            Member member = invocation.call().members().get(slot.name());
            if (member != null && slot.way() != Layout.Way.IN) {
                copy(invocation.answer(), member, slot);
                fits &= slot.way() != Layout.Way.ROOM || this.bytes.getInt(slot.offset()) <= slot.room();
            }
        }
        return fits ? invocation.code() : INSUFFICIENT_SIZE;
    }

    private void copy(byte[] answer, Member from, Layout.Slot to) {
        int length = Math.min(from.bytes(), to.bytes());
        this.bytes.put(
                to.offset(), Arrays.copyOfRange(padded(answer, from.end()), from.offset(), from.offset() + length));
    }

    private static byte[] padded(byte[] answer, int length) {
        return answer.length < length ? Arrays.copyOf(answer, length) : answer;
    }

    private void writeRecords(
            RecordSeries series, Invocation invocation, Function<RecordSeries.Id, Optional<byte[]>> elsewhere) {
        int wanted = series.count(this.bytes);
        for (int i = 0; i < wanted; i++) {
            int at = series.offset(i);
            RecordSeries.Id id = series.id(this.bytes, at);
            series.find(invocation.answer(), id)
                    .or(() -> elsewhere.apply(id))
                    .ifPresentOrElse((record) -> this.bytes.put(at, record), () -> series.refuse(this.bytes, at));
        }
    }
}
