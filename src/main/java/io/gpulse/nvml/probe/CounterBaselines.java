package io.gpulse.nvml.probe;

import io.gpulse.metric.Probe;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What the counters of a GPU stood at when they were last read; kept over sessions. Used by the GPU's thread only. */
public final class CounterBaselines {

    private final Map<Probe, Baseline> byCounter = new ConcurrentHashMap<>();

    /**
     * What a counter can be compared with.
     *
     * @param last what it stood at when it was last read
     * @param earlier what it stood at before it jumped, so that it can be compared with that when it jumps back; null
     *     when it did not jump
     */
    private record Baseline(CounterValue last, @Nullable CounterValue earlier) {

        /**
         * The greater of both that is not ahead of the counter; null when both are. A narrow counter that jumped may
         * have wrapped, so that neither can be compared with.
         */
        @Nullable
        CounterValue before(CounterValue now) {
            if (now.isNarrow()) {
                return this.earlier == null ? this.last : null;
            }
            CounterValue before = now.isBehind(this.last) ? null : this.last;
            CounterValue other = this.earlier == null || now.isBehind(this.earlier) ? null : this.earlier;
            return before == null || other != null && before.isBehind(other) ? other : before;
        }
    }

    /** Whether a narrow counter wrapped or began anew with the driver cannot be told: its baseline is dropped. */
    void startSession() {
        this.byCounter.values().removeIf((baseline) -> baseline.last.isNarrow());
    }

    /** Replaces the baseline of a counter, and returns the one before; null when there is none, or all are ahead. */
    @Nullable
    CounterValue before(Probe counter, CounterValue now) {
        Baseline baseline = this.byCounter.get(counter);
        CounterValue before = baseline == null ? null : baseline.before(now);
        CounterValue fallen = baseline == null || before != null || now.isNarrow() ? null : baseline.last;
        this.byCounter.put(counter, new Baseline(now, fallen));
        return before;
    }

    /** What the counter gained since {@code before} cannot be: the next value is compared with that as well. */
    void doubt(Probe counter, CounterValue before) {
        this.byCounter.computeIfPresent(counter, (same, baseline) -> new Baseline(baseline.last, before));
    }
}
