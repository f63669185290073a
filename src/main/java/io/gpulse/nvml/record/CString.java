package io.gpulse.nvml.record;

import io.gpulse.metric.Layout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A text of C: characters up to a NUL. */
public final class CString {

    private CString() {}

    public static String read(ByteBuffer memory, Layout.Slot slot) {
        byte[] bytes = new byte[slot.bytes()];
        memory.get(slot.offset(), bytes);
        int length = 0;
        while (length < bytes.length && bytes[length] != 0) {
            length++;
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
}
