package io.gpulse.recording;

import io.gpulse.metric.Call;
import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.recording.RecordedCall.Key;
import io.gpulse.recording.ReplayClock.Moment;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Answers native calls as they were answered when they were recorded. A call is answered from the segment whose turn it
 * is; one that was not made then, from the nearest one before. One that was never made has no data.
 */
final class ReplayedCalls implements NvmlCalls {

    private static final int NO_DATA = 21;

    private final Recording recording;
    private final ReplayClock pace;
    private final long length;
    private final ThreadLocal<Turn> turn = new ThreadLocal<>();

    /** The clock of each thread's reader. */
    private final ThreadLocal<Long> nanos = ThreadLocal.withInitial(() -> 0L);

    ReplayedCalls(Recording recording, ReplayClock pace) {
        this.recording = recording;
        this.pace = pace;
        this.length = recording.nanos();
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
            return all.isEmpty() ? elsewhere(key) : Optional.of(all.get(Math.min(nth, all.size() - 1)));
        }

        /** Where every call was refused for one reason, so would this one have been. */
        private Optional<Invocation> elsewhere(Key key) {
            Optional<Invocation> nearest = this.history.nearest(this.segment, key);
            OptionalInt refused = this.segment.onlyFailure();
            return refused.isEmpty()
                    ? nearest
                    : nearest.map((other) -> new Invocation(
                            other.call(), this.segment.at(), 0, refused.getAsInt(), Invocation.NO_ANSWER));
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
        RecordedCall asked = RecordedCall.of(device, call);
        return new Replayed(this.recording.canonical(asked.key()), call);
    }

    private int invoke(Optional<Key> key, DeduplicatingWriter memory) {
        Turn now = this.turn.get();
        Optional<Invocation> found = now == null ? Optional.empty() : key.flatMap(now::next);
        if (now == null || found.isEmpty()) {
            return NO_DATA;
        }
        Invocation told = found.get();
        if (now.holds(told)) {
            spend(now, told);
        }
        return memory.take(told, (id) -> now.record(told.call(), id));
    }

    private void spend(Turn now, Invocation told) {
        if (told.hangs()) {
            this.pace.hang(now.moment);
            throw new BegunAnewException();
        } else {
            this.pace.pass(told.took());
        }
        this.nanos.set(Math.max(this.nanos.get(), now.moment.round() * this.length + told.end()));
    }

    /** A call that had not returned when the recording was over; it never said anything. */
    static final class BegunAnewException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        BegunAnewException() {
            super("The recording begins anew.");
        }
    }

    /** A call that is answered from the recording. */
    private final class Replayed implements Prepared {

        private final Optional<Key> key;
        private final DeduplicatingWriter memory;

        Replayed(Optional<Key> key, Call call) {
            this.key = key;
            this.memory = new DeduplicatingWriter(call);
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
