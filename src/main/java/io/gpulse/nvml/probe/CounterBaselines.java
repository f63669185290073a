package io.gpulse.nvml.probe;

import io.gpulse.metric.Probe;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What the counters of a GPU stood at when they were last read; kept over sessions. Used by the GPU's thread only. */
public final class CounterBaselines {

    private final Map<Probe, CounterValue> byCounter = new ConcurrentHashMap<>();

    /** Whether a narrow counter wrapped or began anew with the driver cannot be told: its baseline is dropped. */
    void startSession() {
        this.byCounter.values().removeIf(CounterValue::isNarrow);
    }

    /** Replaces the baseline of a counter, and returns the one before; null when there is none. */
    @Nullable
    CounterValue replace(Probe counter, CounterValue now) {
        return this.byCounter.put(counter, now);
    }
}
