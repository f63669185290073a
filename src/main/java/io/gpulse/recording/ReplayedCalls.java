package io.gpulse.recording;

import io.gpulse.metric.Call;
import io.gpulse.nvml.NvmlCalls;
import io.gpulse.recording.Pace.Moment;
import io.gpulse.recording.RecordedCall.Key;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Answers native calls as they were answered when they were recorded. A call is answered from the segment whose turn it
 * is; one that was not made then, from the nearest one before. One that was never made has no data.
 */
final class ReplayedCalls implements NvmlCalls {

    private static final int NO_DATA = 21;

    private final Pace pace;
    private final long length;
    private final ThreadLocal<Turn> turn = new ThreadLocal<>();

    /** The clock of each thread's reader. */
    private final ThreadLocal<Long> nanos = ThreadLocal.withInitial(() -> 0L);

    /** @param length of the recording, in nanoseconds */
    ReplayedCalls(Pace pace, long length) {
        this.pace = pace;
        this.length = length;
    }

    /** A thread's way through a segment. */
    private static final class Turn {

        private final History history;
        private final Segment segment;
        private final Moment moment;
        private final Map<Key, Integer> made = new HashMap<>();

        Turn(History history, Segment segment, Moment moment) {
            this.history = history;
            this.segment = segment;
            this.moment = moment;
        }

        /** The nth such call of a segment is answered as the nth was; further ones as the last. */
        Optional<Invocation> next(Key key) {
            List<Invocation> all = this.segment.of(key);
            int nth = this.made.merge(key, 1, Integer::sum) - 1;
            return all.isEmpty()
                    ? this.history.nearest(this.segment, key)
                    : Optional.of(all.get(Math.min(nth, all.size() - 1)));
        }

        /** A record that was not asked for in this segment. */
        Optional<byte[]> record(RecordedCall call, RecordSeries.Id id) {
            RecordSeries series = RecordSeries.in(call.symbol()).orElseThrow();
            return this.history
                    .around(this.segment)
                    .flatMap((other) -> other.of(call.key()).stream())
                    .flatMap((invocation) -> series.find(invocation.answer(), id).stream())
                    .findFirst();
        }

        boolean holds(Invocation invocation) {
            return this.segment.of(invocation.call().key()).contains(invocation);
        }
    }

    /** Work that may end with an exception of a kind. */
    @FunctionalInterface
    interface Work<T, X extends Exception> {
        T run() throws X;
    }

    /** Answers the calls that this thread makes while it works from a segment. */
    <T, X extends Exception> T during(History history, Segment segment, Moment moment, Work<T, X> work) throws X {
        this.turn.set(new Turn(history, segment, moment));
        this.nanos.set(moment.round() * this.length + segment.at());
        try {
            return work.run();
        } finally {
            this.turn.remove();
        }
    }

    /** When this thread's last call had returned as it was recorded: what is derived from that comes out the same. */
    long readerNanos() {
        return this.nanos.get();
    }

    @Override
    public Prepared prepare(long device, Call call) {
        return new Replayed(RecordedCall.of(device, call), call);
    }

    private int invoke(RecordedCall call, AnswerMemory memory) {
        Turn now = this.turn.get();
        Optional<Invocation> found = now == null ? Optional.empty() : now.next(call.key());
        if (now == null || found.isEmpty()) {
            return NO_DATA;
        }
        Invocation told = found.get();
        if (now.holds(told)) {
            spend(now, told);
        }
        return memory.take(told, (id) -> now.record(call, id));
    }

    private void spend(Turn now, Invocation told) {
        if (told.hangs()) {
            this.pace.hang(now.moment);
        } else {
            this.pace.pass(told.took());
        }
        this.nanos.set(Math.max(this.nanos.get(), now.moment.round() * this.length + told.end()));
    }

    /** A call that is answered from the recording. */
    private final class Replayed implements Prepared {

        private final RecordedCall call;
        private final AnswerMemory memory;

        Replayed(RecordedCall recorded, Call call) {
            this.call = recorded;
            this.memory = new AnswerMemory(call);
        }

        @Override
        public int invoke() {
            return ReplayedCalls.this.invoke(this.call, this.memory);
        }

        @Override
        public ByteBuffer answer() {
            return this.memory.bytes();
        }
    }
}
