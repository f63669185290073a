package io.gpulse.bench;

import io.gpulse.nvml.record.FieldValueRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The field values of {@link InstantDriver}, each returned separately: the fields of a round depend on the time since
 * the round before, because a narrow counter is not used after a long pause.
 */
final class InstantFields {

    private final Map<Long, byte[]> byField = new TreeMap<>();

    /** Records results; the last of each field is used. */
    void learn(List<Recording.ReceivedResult> received) {
        for (Recording.ReceivedResult call : received) {
            if (call.call().symbol().equals(FieldValueRecord.SYMBOL) && call.code() == 0) {
                learn(call.answer());
            }
        }
    }

    private void learn(byte[] answer) {
        ByteBuffer memory = ByteBuffer.wrap(answer).order(ByteOrder.nativeOrder());
        for (int start = 0; start < answer.length; start += FieldValueRecord.BYTES) {
            this.byField.put(memory.getLong(start), Arrays.copyOfRange(answer, start, start + FieldValueRecord.BYTES));
        }
    }

    /** The number of a field and its scope are the first eight bytes of a record. */
    List<String> getter() {
        List<String> text = new ArrayList<>(List.of("GETTER(" + FieldValueRecord.SYMBOL + ") {"));
        text.add("    for (char *at = (char *) a2; at < (char *) a2 + (int) a1 * " + FieldValueRecord.BYTES + "; at += "
                + FieldValueRecord.BYTES + ") {");
        text.add("        switch (*(long *) at) {");
        this.byField.forEach((field, bytes) -> text.add("        case " + field + "L: ANSWER_FIELD(at, "
                + IntStream.range(0, bytes.length)
                        .mapToObj((i) -> String.valueOf(bytes[i] & 0xff))
                        .collect(Collectors.joining(","))
                + "); break;"));
        text.add("        default: return UNKNOWN_CALL;");
        text.addAll(List.of("        }", "    }", "    return 0;", "}"));
        return text;
    }
}
