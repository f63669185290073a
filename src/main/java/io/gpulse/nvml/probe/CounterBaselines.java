package io.gpulse.nvml.probe;

import io.gpulse.metric.Probe;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The last values of a GPU's counters, kept over sessions. Used by the GPU's thread only. */
public final class CounterBaselines {

    private final Map<Probe, Baseline> byCounter = new ConcurrentHashMap<>();
    private final AtomicLong generations = new AtomicLong();

    /**
     * The values that a counter can be compared with.
     *
     * @param last its last value
     * @param earlier its value before a jump, to compare with after it has jumped back; null without a jump
     */
    private record Baseline(CounterValue last, @Nullable CounterValue earlier) {

        /**
         * Returns the greater of both that is not ahead of the counter; null when both are. A narrow counter that
         * jumped may have wrapped, so that neither can be used.
         */
        @Nullable
        CounterValue before(CounterValue now) {
            if (now.isNarrow()) {
                return this.earlier == null ? this.last : null;
            }
            CounterValue before = now.isBehind(this.last) ? null : this.last;
            CounterValue other = this.earlier == null || now.isBehind(this.earlier) ? null : this.earlier;
            return before == null || (other != null && before.isBehind(other)) ? other : before;
        }
    }

    /** Drops the baselines of narrow counters, which may have wrapped or been reset with the driver. */
    void startSession() {
        this.byCounter.values().removeIf((baseline) -> baseline.last.isNarrow());
    }

    /** Returns a number that no MIG instance of the GPU has had, from 1: the driver uses their ids again. */
    public long nextGeneration() {
        return this.generations.incrementAndGet();
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

    /** Keeps {@code before} to compare the next value with too, since the gain since then is impossible. */
    void doubt(Probe counter, CounterValue before) {
        this.byCounter.computeIfPresent(counter, (same, baseline) -> new Baseline(baseline.last, before));
    }
}
