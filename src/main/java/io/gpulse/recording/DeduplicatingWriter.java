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
 * The memory that a reader expects an answer in. It may be laid out otherwise than when the answer was recorded, by
 * another version of gpulse: members are found by name, and records by what they are of.
 */
final class DeduplicatingWriter {

    private static final int SUCCESS = 0;
    private static final int INSUFFICIENT_SIZE = 7;

    private final Layout layout;
    private final Optional<RecordSeries> records;
    private final ByteBuffer bytes;

    DeduplicatingWriter(Call call) {
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
     * Writes what was answered.
     *
     * @param elsewhere finds a record that is not in this answer
     * @return the code that goes with it
     */
    int take(Invocation told, Function<RecordSeries.Id, Optional<byte[]>> elsewhere) {
        if (told.code() != SUCCESS && told.code() != INSUFFICIENT_SIZE) {
            return told.code();
        }
        if (this.records.isPresent()) {
            takeRecords(this.records.get(), told, elsewhere);
            return told.code();
        }
        boolean fits = true;
        for (Layout.Slot slot : this.layout.slots()) {
            Member member = told.call().members().get(slot.name());
            if (member != null && slot.way() != Layout.Way.IN) {
                copy(told.answer(), member, slot);
                fits &= slot.way() != Layout.Way.ROOM || this.bytes.getInt(slot.offset()) <= slot.room();
            }
        }
        return fits ? told.code() : INSUFFICIENT_SIZE;
    }

    private void copy(byte[] answer, Member from, Layout.Slot to) {
        int length = Math.min(from.bytes(), to.bytes());
        this.bytes.put(
                to.offset(), Arrays.copyOfRange(padded(answer, from.end()), from.offset(), from.offset() + length));
    }

    private static byte[] padded(byte[] answer, int length) {
        return answer.length < length ? Arrays.copyOf(answer, length) : answer;
    }

    private void takeRecords(
            RecordSeries series, Invocation told, Function<RecordSeries.Id, Optional<byte[]>> elsewhere) {
        int wanted = series.count(this.bytes);
        for (int i = 0; i < wanted; i++) {
            int at = series.offset(i);
            RecordSeries.Id id = series.id(this.bytes, at);
            series.find(told.answer(), id)
                    .or(() -> elsewhere.apply(id))
                    .ifPresentOrElse((record) -> this.bytes.put(at, record), () -> series.refuse(this.bytes, at));
        }
    }
}
