package io.gpulse.recording;

import io.gpulse.metric.CType;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.nvml.library.NvmlCalls;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Hands native calls on, and writes down those that are made between the beginning and the end of a segment, thread by
 * thread.
 */
final class CallRecorder {

    private static final int SUCCESS = 0;
    private static final int INSUFFICIENT_SIZE = 7;

    private final RecordingWriter writer;
    private final ResponseRedactor mask;
    private final LongSupplier nanos;
    private final long startedAt;
    private final ThreadLocal<Place> place = ThreadLocal.withInitial(Place::new);
    private final Map<Thread, Pending> pending = new ConcurrentHashMap<>();

    /** The numbers of MIG instances by handle: the same calls about several of them differ by these. */
    private final Map<Long, Long> instances = new ConcurrentHashMap<>();

    /** @param nanos a monotonic clock, in nanoseconds */
    CallRecorder(RecordingWriter writer, ResponseRedactor mask, LongSupplier nanos) {
        this.writer = writer;
        this.mask = mask;
        this.nanos = nanos;
        this.startedAt = nanos.getAsLong();
    }

    /** A thread's segment of the recording, and the time at which its last call returned. */
    private static final class Place {

        private int segment = -1;
        private long nanos;
    }

    /** A call that has not returned. */
    private record Pending(int segment, RecordedCall call, long at) {}

    /** Returns these calls with their results recorded. */
    NvmlCalls over(NvmlCalls calls) {
        return (device, call) -> new Recorded(
                RecordedCall.of(this.instances.getOrDefault(device, device), call), call, calls.prepare(device, call));
    }

    /**
     * Returns the time at which this thread's last call returned. As the reader's clock it makes derived values
     * repeatable from the recording.
     */
    long readerNanos() {
        return this.place.get().nanos;
    }

    /** Nanoseconds since the recording began. */
    long elapsed() {
        return this.nanos.getAsLong() - this.startedAt;
    }

    /** Writes down the calls that this thread makes while it works. */
    <T> T during(Phase phase, int gpu, Set<Cadence> due, Supplier<T> work) {
        Place here = this.place.get();
        here.nanos = elapsed();
        here.segment = this.writer.begin(phase, gpu, here.nanos, due);
        try {
            return work.get();
        } finally {
            here.segment = -1;
        }
    }

    /** Returns whether the file is full. */
    boolean isFull() {
        return this.writer.isFull();
    }

    /**
     * Writes the calls that have not returned, and closes the file.
     *
     * @return how many invocations it holds
     */
    long finish() {
        synchronized (this.writer) {
            this.pending
                    .values()
                    .forEach((call) -> this.writer.add(
                            call.segment(),
                            new Invocation(call.call(), call.at(), Invocation.HANGS, 0, Invocation.NO_ANSWER)));
            return this.writer.close(elapsed());
        }
    }

    private static void clearBehindText(byte[] bytes, Layout.Slot text) {
        int end = text.offset();
        while (end < text.offset() + text.bytes() && bytes[end] != 0) {
            end++;
        }
        Arrays.fill(bytes, end, text.offset() + text.bytes(), (byte) 0);
    }

    /** Removes the trailing zeros. */
    private static byte[] trimmed(byte[] bytes) {
        int length = bytes.length;
        while (length > 0 && bytes[length - 1] == 0) {
            length--;
        }
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    /** A call that is written down. */
    private final class Recorded implements NvmlCalls.Prepared {

        private final RecordedCall recorded;
        private final Layout layout;
        private final NvmlCalls.Prepared call;

        Recorded(RecordedCall recorded, Call call, NvmlCalls.Prepared prepared) {
            this.recorded = recorded;
            this.layout = call.layout();
            this.call = prepared;
        }

        @Override
        public int invoke() {
            Place here = CallRecorder.this.place.get();
            if (here.segment < 0) {
                return this.call.invoke();
            }
            long at = elapsed();
            CallRecorder.this.pending.put(Thread.currentThread(), new Pending(here.segment, this.recorded, at));
            int code = this.call.invoke();
            here.nanos = elapsed();
            numberInstance(code);
            Invocation returned = new Invocation(this.recorded, at, here.nanos - at, code, answer(code));
            // A concurrent end of the recording must not find the call both pending and returned.
            synchronized (CallRecorder.this.writer) {
                CallRecorder.this.pending.remove(Thread.currentThread());
                CallRecorder.this.writer.add(here.segment, returned);
            }
            return code;
        }

        private void numberInstance(int code) {
            if (code == SUCCESS && this.recorded.symbol().equals(ResponseRedactor.HANDLE_OF_INSTANCE)) {
                long number = ResponseRedactor.FIRST_INSTANCE
                        + (long) this.recorded.args().get(0);
                CallRecorder.this.instances.put(this.call.answer().getLong(0), number);
            }
        }

        /**
         * Returns the redacted memory of a successful call. Memory of a refused call and bytes after a text are
         * meaningless.
         */
        private byte[] answer(int code) {
            if ((code != SUCCESS && code != INSUFFICIENT_SIZE) || this.layout.size() == 0) {
                return Invocation.NO_ANSWER;
            }
            byte[] bytes = new byte[this.layout.size()];
            this.call.answer().get(0, bytes);
            this.layout.slots().stream()
                    .filter((slot) -> slot.type() == CType.CHARS)
                    .forEach((slot) -> clearBehindText(bytes, slot));
            CallRecorder.this.mask.apply(this.recorded, bytes);
            return trimmed(bytes);
        }

        @Override
        public ByteBuffer answer() {
            return this.call.answer();
        }
    }
}
