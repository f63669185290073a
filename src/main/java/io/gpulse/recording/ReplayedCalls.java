package io.gpulse.recording;

import io.gpulse.metric.Call;
import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.recording.ReplayClock.Moment;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Native calls answered from a recording: from the current segment, or else from the nearest one with this call. A call
 * that was never recorded has no data.
 */
@SuppressWarnings("ThreadLocalUsage") // each recording has a turn of its own for each thread
final class ReplayedCalls implements NvmlCalls {

    private static final int NO_DATA = 21;

    private final Recording recording;
    private final ReplayClock clock;
    private final long length;
    private final ThreadLocal<Turn> turn = new ThreadLocal<>();

    /** The clock of each thread's reader. */
    private final ThreadLocal<Long> nanos = ThreadLocal.withInitial(() -> 0L);

    ReplayedCalls(Recording recording, ReplayClock clock) {
        this.recording = recording;
        this.clock = clock;
        this.length = recording.nanos();
    }

    /** A thread's way through a segment. */
    private static final class Turn {

        private final History history;
        private final Segment segment;
        private final Moment moment;
        private final Map<Subject, Integer> made = new HashMap<>();
        private RecordedCall.@Nullable Key sample;

        /** A call, and the sample of the performance monitor that it follows. */
        private record Subject(RecordedCall.Key key, RecordedCall.@Nullable Key sample) {}

        Turn(History history, Segment segment, Moment moment) {
            this.history = history;
            this.segment = segment;
            this.moment = moment;
        }

        /** Returns the next recorded result: of the nth call that of the nth, of further calls that of the last. */
        Optional<Invocation> next(RecordedCall.Key key) {
            this.sample = key.takesSample() ? key : this.sample;
            List<Invocation> all = this.segment.of(key, sampleFor(key));
            int nth = this.made.merge(new Subject(key, sampleFor(key)), 1, Integer::sum) - 1;
            return all.isEmpty() ? elsewhere(key) : Optional.of(all.get(Math.min(nth, all.size() - 1)));
        }

        private RecordedCall.@Nullable Key sampleFor(RecordedCall.Key key) {
            return key.comparesSamples() ? this.sample : null;
        }

        /** Returns the result of an unrecorded call: if every call failed with one code, that failure. */
        private Optional<Invocation> elsewhere(RecordedCall.Key key) {
            Optional<Invocation> nearest = this.history.nearest(this.segment, key, sampleFor(key));
            OptionalInt refused = this.segment.onlyFailure();
            return refused.isEmpty()
                    ? nearest
                    : nearest.map((other) -> new Invocation(
                            other.call(), this.segment.at(), 0, refused.getAsInt(), Invocation.NO_ANSWER));
        }

        /** Returns a record that is not in this segment. */
        Optional<byte[]> record(RecordedCall call, RecordSeries.Id id) {
            RecordSeries series = RecordSeries.in(call.symbol()).orElseThrow();
            return this.history
                    .around(this.segment)
                    .flatMap((other) -> other.of(call.key(), sampleFor(call.key())).stream())
                    .flatMap((invocation) -> series.find(invocation.answer(), id).stream())
                    .findFirst();
        }

        boolean holds(Invocation invocation) {
            return this.segment.of(invocation.call().key()).contains(invocation);
        }
    }

    /** Answers the calls that this thread makes while it works from a segment. */
    <T> T during(History history, Segment segment, Moment moment, Supplier<T> work) {
        this.turn.set(new Turn(history, segment, moment));
        this.nanos.set(moment.round() * this.length + segment.at());
        try {
            return work.get();
        } finally {
            this.turn.remove();
        }
    }

    /** Returns the recorded time at which this thread's last call returned, so that derived values are the same. */
    long readerNanos() {
        return this.nanos.get();
    }

    @Override
    public Prepared prepare(long device, Call call) {
        RecordedCall requested = RecordedCall.of(device, call);
        return new Replayed(this.recording.canonical(requested.key()), call);
    }

    private int invoke(Optional<RecordedCall.Key> key, AnswerBuffer memory) {
        Turn now = this.turn.get();
        Optional<Invocation> found = now == null ? Optional.empty() : key.flatMap(now::next);
        if (now == null || found.isEmpty()) {
            return NO_DATA;
        }
        Invocation invocation = found.get();
        if (now.holds(invocation)) {
            spend(now, invocation);
        }
        return memory.write(invocation, (id) -> now.record(invocation.call(), id));
    }

    private void spend(Turn now, Invocation invocation) {
        if (invocation.hangs()) {
            this.clock.hang(now.moment);
            throw new RestartedException();
        } else {
            this.clock.pass(invocation.took());
        }
        this.nanos.set(Math.max(this.nanos.get(), now.moment.round() * this.length + invocation.end()));
    }

    /** Ends a call that had not returned at the end of the recording. */
    static final class RestartedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        RestartedException() {
            super("The recording restarts.");
        }
    }

    /** A call that is answered from the recording. */
    private final class Replayed implements Prepared {

        private final Optional<RecordedCall.Key> key;
        private final AnswerBuffer memory;

        Replayed(Optional<RecordedCall.Key> key, Call call) {
            this.key = key;
            this.memory = new AnswerBuffer(call);
        }

        @Override
        public int invoke() {
            return ReplayedCalls.this.invoke(this.key, this.memory);
        }

        @Override
        public ByteBuffer answer() {
            return this.memory.bytes();
        }
    }
}
