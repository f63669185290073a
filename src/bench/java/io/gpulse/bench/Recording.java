package io.gpulse.bench;

import io.gpulse.metric.Call;
import io.gpulse.nvml.library.NvmlCalls;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Writes down every call that the reader makes, and what it was answered. */
final class Recording implements NvmlCalls {

    private final NvmlCalls driver;
    private final List<Heard> heard = new ArrayList<>();

    Recording(NvmlCalls driver) {
        this.driver = driver;
    }

    /** One call that was made. */
    record Heard(long device, Call call, int code, byte[] answer) {}

    /** What was heard since this was last asked for. */
    List<Heard> take() {
        List<Heard> taken = List.copyOf(this.heard);
        this.heard.clear();
        return taken;
    }

    @Override
    public Prepared prepare(long device, Call call) {
        Prepared prepared = this.driver.prepare(device, call);
        return new Prepared() {

            @Override
            public int invoke() {
                int code = prepared.invoke();
                Recording.this.heard.add(new Heard(device, call, code, bytesOf(answer())));
                return code;
            }

            @Override
            public ByteBuffer answer() {
                return prepared.answer();
            }
        };
    }

    private static byte[] bytesOf(ByteBuffer memory) {
        byte[] bytes = new byte[memory.capacity()];
        memory.get(0, bytes);
        return bytes;
    }
}
