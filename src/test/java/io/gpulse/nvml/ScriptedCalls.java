package io.gpulse.nvml;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A driver that answers what a test wrote down; everything else is not supported. */
final class ScriptedCalls implements NvmlCalls {

    final List<String> asked = new ArrayList<>();
    private final Map<String, Integer> codes = new HashMap<>();
    private final Map<String, Object> values = new HashMap<>();
    int prepared;
    private int otherwise = NvmlReturn.NOT_SUPPORTED.code();

    /** @param source a call's source, with the member behind a dot where it has several */
    ScriptedCalls answers(String source, Object value) {
        this.values.put(source, value);
        return this;
    }

    ScriptedCalls refuses(String symbol, NvmlReturn code) {
        this.codes.put(symbol, code.code());
        return this;
    }

    ScriptedCalls succeeds(String symbol) {
        this.codes.put(symbol, NvmlReturn.SUCCESS.code());
        return this;
    }

    ScriptedCalls refusesEverything(NvmlReturn code) {
        this.otherwise = code.code();
        return this;
    }

    long times(String symbol) {
        return this.asked.stream().filter(symbol::equals).count();
    }

    @Override
    public Prepared prepare(long device, Call call) {
        ByteBuffer memory =
                ByteBuffer.allocate(Math.max(8, call.layout().size())).order(ByteOrder.nativeOrder());
        return new Prepared() {

            @Override
            public int invoke() {
                ScriptedCalls.this.asked.add(call.symbol());
                return play(call, memory);
            }

            @Override
            public ByteBuffer answer() {
                return memory;
            }
        };
    }

    private int play(Call call, ByteBuffer memory) {
        if (this.codes.containsKey(call.symbol())) {
            return this.codes.get(call.symbol());
        }
        if (call.symbol().equals(FieldBatch.SYMBOL)) {
            return fields(call.args().get(0), memory);
        }
        boolean known = false;
        for (Layout.Slot slot : call.layout().slots()) {
            String source = slot.name().isEmpty() ? call.source() : call.source() + "." + slot.name();
            Object value = this.values.get(source);
            if (value != null) {
                write(memory, slot, value);
                known = true;
            }
        }
        return known ? 0 : this.otherwise;
    }

    private int fields(int count, ByteBuffer memory) {
        for (int record = 0; record < count; record++) {
            int start = record * FieldBatch.RECORD;
            Object value = this.values.get(FieldBatch.SYMBOL + "[" + memory.getInt(start) + "]");
            memory.putInt(start + FieldBatch.RETURN, value == null ? this.otherwise : 0);
            memory.putInt(start + FieldBatch.TYPE, 3);
            memory.putLong(start + FieldBatch.VALUE, value == null ? 0 : ((Number) value).longValue());
        }
        return 0;
    }

    private static void write(ByteBuffer memory, Layout.Slot slot, Object value) {
        switch (slot.type()) {
            case U32, I32 -> memory.putInt(slot.offset(), ((Number) value).intValue());
            case U64 -> memory.putLong(slot.offset(), ((Number) value).longValue());
            case CHARS -> {
                byte[] text = ((String) value).getBytes(StandardCharsets.UTF_8);
                memory.put(slot.offset(), text);
                memory.put(slot.offset() + text.length, (byte) 0);
            }
        }
    }
}
