package io.gpulse.bench;

import io.gpulse.metric.Call;
import io.gpulse.nvml.library.NvmlCalls;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Records every call of the reader and its result. */
final class Recording implements NvmlCalls {

    private final NvmlCalls driver;
    private final List<ReceivedResult> received = new ArrayList<>();

    Recording(NvmlCalls driver) {
        this.driver = driver;
    }

    /** One call and its result. */
    record ReceivedResult(long device, Call call, int code, byte[] answer) {}

    /** Returns and removes the recorded results. */
    List<ReceivedResult> take() {
        List<ReceivedResult> taken = List.copyOf(this.received);
        this.received.clear();
        return taken;
    }

    @Override
    public Prepared prepare(long device, Call call) {
        Prepared prepared = this.driver.prepare(device, call);
        return new Prepared() {

            @Override
            public int invoke() {
                int code = prepared.invoke();
                Recording.this.received.add(new ReceivedResult(device, call, code, bytesOf(answer())));
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
