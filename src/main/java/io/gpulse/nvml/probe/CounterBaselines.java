package io.gpulse.nvml.probe;

import io.gpulse.metric.Probe;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The last values of a GPU's counters, kept over sessions. Used by the GPU's thread only. */
public final class CounterBaselines {

    private final Map<Probe, CounterValue> lastOf = new ConcurrentHashMap<>();

    /** The values before a jump, to compare with after the counter has jumped back. Nearly always empty. */
    private final Map<Probe, CounterValue> beforeJumpOf = new ConcurrentHashMap<>();

    private final AtomicLong generations = new AtomicLong();

    /** Drops the baselines of narrow counters, which may have wrapped or been reset with the driver. */
    void startSession() {
        this.beforeJumpOf.keySet().removeIf((counter) -> isNarrow(this.lastOf.get(counter)));
        this.lastOf.values().removeIf(CounterValue::isNarrow);
    }

    /** Returns a number that no MIG instance of the GPU has had, from 1: the driver uses their ids again. */
    public long nextGeneration() {
        return this.generations.incrementAndGet();
    }

    private static boolean isNarrow(@Nullable CounterValue value) {
        return value != null && value.isNarrow();
    }

    /** Replaces the baseline of a counter, and returns the one before; null when there is none, or all are ahead. */
    @Nullable
    CounterValue before(Probe counter, CounterValue now) {
        CounterValue last = this.lastOf.put(counter, now);
        CounterValue earlier = this.beforeJumpOf.isEmpty() ? null : this.beforeJumpOf.remove(counter);
        if (last == null) {
            return null;
        }
        CounterValue before = before(now, last, earlier);
        if (before == null && !now.isNarrow()) {
            this.beforeJumpOf.put(counter, last);
        }
        return before;
    }

    /**
     * Returns the greater of both baselines that is not ahead of the counter; null when both are. A narrow counter that
     * jumped may have wrapped, so that neither can be used.
     */
    private static @Nullable CounterValue before(CounterValue now, CounterValue last, @Nullable CounterValue earlier) {
        if (now.isNarrow()) {
            return earlier == null ? last : null;
        }
        CounterValue before = now.isBehind(last) ? null : last;
        CounterValue other = earlier == null || now.isBehind(earlier) ? null : earlier;
        return before == null || (other != null && before.isBehind(other)) ? other : before;
    }

    /** Keeps {@code before} to compare the next value with too, since the gain since then is impossible. */
    void doubt(Probe counter, CounterValue before) {
        this.beforeJumpOf.put(counter, before);
    }
}
