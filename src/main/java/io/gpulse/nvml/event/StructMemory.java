package io.gpulse.nvml.event;

import io.gpulse.metric.Layout;
import io.gpulse.metric.Layout.Slot;
import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.nvml.record.CString;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A struct that a call receives a pointer to, in addition to other arguments. */
record StructMemory(ByteBuffer memory, int start, Layout layout) {

    /** Returns the struct that an argument of a call points to. */
    static StructMemory of(NvmlCalls.Prepared prepared, Slot argument, Layout layout) {
        return new StructMemory(prepared.answer(), argument.offset(), layout);
    }

    int u8(String member) {
        return Byte.toUnsignedInt(this.memory.get(at(member)));
    }

    int u32(String member) {
        return this.memory.getInt(at(member));
    }

    long u64(String member) {
        return this.memory.getLong(at(member));
    }

    String text(String member) {
        Slot slot = this.layout.slot(member);
        return CString.read(this.memory, new Slot(member, slot.type(), at(member), slot.bytes()));
    }

    StructMemory put(String member, int value) {
        this.memory.putInt(at(member), value);
        return this;
    }

    /** Writes characters and a NUL; what exceeds the member is cut off. */
    StructMemory put(String member, String text) {
        byte[] bytes = new byte[this.layout.slot(member).bytes()];
        byte[] characters = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(characters, 0, bytes, 0, Math.min(characters.length, bytes.length - 1));
        this.memory.put(at(member), bytes);
        return this;
    }

    private int at(String member) {
        return this.start + this.layout.slot(member).offset();
    }
}
