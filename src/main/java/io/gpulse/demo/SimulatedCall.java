package io.gpulse.demo;

import io.gpulse.metric.CType;
import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.nvml.library.NvmlCalls;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A call of the simulated driver: its memory, written as the driver would write it, and its return code. */
final class SimulatedCall {

    static final int SUCCESS = 0;
    static final int INVALID_ARGUMENT = 2;
    static final int NOT_SUPPORTED = 3;
    static final int NOT_FOUND = 6;
    static final int INSUFFICIENT_SIZE = 7;
    static final int FUNCTION_NOT_FOUND = 13;

    private final Call call;
    private final ByteBuffer memory;
    private int code = SUCCESS;

    SimulatedCall(Call call) {
        this.call = call;
        int size = Math.max(call.layout().size(), Long.BYTES);
        this.memory = ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
        call.layout().versionWord().ifPresent((word) -> this.memory.putInt(0, word));
    }

    /** Writes a number to where the call wants its only answer. */
    SimulatedCall with(long number) {
        return with("", number);
    }

    SimulatedCall with(String name, long number) {
        Layout.Slot slot = this.call.layout().slot(name);
        switch (slot.type()) {
            case U8 -> this.memory.put(slot.offset(), (byte) number);
            case U32, I32 -> this.memory.putInt(slot.offset(), (int) number);
            case U64 -> this.memory.putLong(slot.offset(), number);
            case VERSIONED -> this.memory.putInt(slot.offset() + Integer.BYTES, (int) number);
            case CHARS, UUID, GUID, ARRAY -> refuse(INVALID_ARGUMENT);
        }
        return this;
    }

    SimulatedCall with(String word) {
        return with("", word);
    }

    SimulatedCall with(String name, String word) {
        Layout.Slot slot = this.call.layout().slot(name);
        byte[] characters = (word + '\0').getBytes(StandardCharsets.US_ASCII);
        if (characters.length > slot.bytes()) {
            return refuse(INSUFFICIENT_SIZE);
        }
        this.memory.put(slot.offset(), characters);
        return this;
    }

    /** Writes the number that the call's argument picks. */
    SimulatedCall withOneOf(List<Long> numbers) {
        int picked = argument();
        return picked < 0 || picked >= numbers.size() ? refuse(INVALID_ARGUMENT) : with(numbers.get(picked));
    }

    /** Returns the caller's value of a slot. */
    long number(String name) {
        Layout.Slot slot = this.call.layout().slot(name);
        return slot.type() == CType.U64
                ? this.memory.getLong(slot.offset())
                : Integer.toUnsignedLong(this.memory.getInt(slot.offset()));
    }

    int offset(String name) {
        return this.call.layout().slot(name).offset();
    }

    SimulatedCall refuse(int why) {
        this.code = why;
        return this;
    }

    /** Returns the first integer argument after the device. */
    int argument() {
        return argument(0);
    }

    /** Returns an integer argument after the device; -1 when there are fewer. */
    int argument(int place) {
        return place < this.call.args().size() ? this.call.args().get(place) : -1;
    }

    /** Returns the number that the caller passes: a time stamp, or the handle of a sample. */
    long given() {
        return this.memory.getLong(0);
    }

    ByteBuffer memory() {
        return this.memory;
    }

    /** Returns the return code and resets it to success for the next answer. */
    int code() {
        int returned = this.code;
        this.code = SUCCESS;
        return returned;
    }

    /** Returns a prepared call whose memory is filled by an action. */
    NvmlCalls.Prepared filledBy(Runnable writing) {
        return new NvmlCalls.Prepared() {

            @Override
            public int invoke() {
                writing.run();
                return code();
            }

            @Override
            public ByteBuffer answer() {
                return SimulatedCall.this.memory;
            }
        };
    }
}
