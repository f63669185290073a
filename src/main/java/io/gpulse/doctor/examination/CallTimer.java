package io.gpulse.doctor.examination;

import io.gpulse.metric.Call;
import io.gpulse.nvml.library.NvmlCalls;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;

/** Takes the time of every native call, and knows which call a thread is inside of. */
public final class CallTimer {

    private static final double NANOS_PER_MILLISECOND = 1e6;

    private final Map<String, Queue<Long>> nanosBySymbol = new ConcurrentHashMap<>();
    private final Map<Thread, Step> steps = new ConcurrentHashMap<>();
    private final LongSupplier nanos;

    public CallTimer(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /**
     * A running call of a thread.
     *
     * @param symbol the call that has not returned yet; empty between calls
     */
    record Step(Optional<String> symbol, long sinceNanos) {

        static Step outside(long sinceNanos) {
            return new Step(Optional.empty(), sinceNanos);
        }
    }

    /** The durations of the calls of a getter with any arguments. */
    public record CallTimes(String symbol, int calls, double medianMillis, double longestMillis) {}

    /** Returns these calls with their times recorded. */
    public NvmlCalls over(NvmlCalls calls) {
        return (device, call) -> new Timed(call, calls.prepare(device, call));
    }

    /** Returns the current call of a thread; empty before its first one. */
    Optional<Step> step(Thread thread) {
        return Optional.ofNullable(this.steps.get(thread));
    }

    private void enter(Step step) {
        this.steps.put(Thread.currentThread(), step);
    }

    /** Returns the times, the slowest first. */
    public List<CallTimes> times() {
        return this.nanosBySymbol.entrySet().stream()
                .filter((entry) -> !entry.getValue().isEmpty())
                .map((entry) ->
                        times(entry.getKey(), entry.getValue().stream().sorted().toList()))
                .sorted(Comparator.comparingDouble(CallTimes::medianMillis)
                        .reversed()
                        .thenComparing(CallTimes::symbol))
                .toList();
    }

    private static CallTimes times(String symbol, List<Long> ascending) {
        return new CallTimes(
                symbol,
                ascending.size(),
                ascending.get(ascending.size() / 2) / NANOS_PER_MILLISECOND,
                ascending.get(ascending.size() - 1) / NANOS_PER_MILLISECOND);
    }

    /** A call with an eye on the clock. */
    private final class Timed implements NvmlCalls.Prepared {

        private final String symbol;
        private final NvmlCalls.Prepared call;

        Timed(Call call, NvmlCalls.Prepared prepared) {
            this.symbol = call.symbol();
            this.call = prepared;
        }

        @Override
        public int invoke() {
            long startedAt = CallTimer.this.nanos.getAsLong();
            enter(new Step(Optional.of(this.symbol), startedAt));
            try {
                return this.call.invoke();
            } finally {
                long ended = CallTimer.this.nanos.getAsLong();
                enter(Step.outside(ended));
                CallTimer.this
                        .nanosBySymbol
                        .computeIfAbsent(this.symbol, (first) -> new ConcurrentLinkedQueue<>())
                        .add(ended - startedAt);
            }
        }

        @Override
        public ByteBuffer answer() {
            return this.call.answer();
        }
    }
}
