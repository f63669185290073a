package io.gpulse.nvml.probe;

import io.gpulse.metric.Probe;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The counters of a GPU, kept over sessions. Used by the GPU's thread only. */
public final class CounterBaselines {

    private final Map<Probe, DriverCounter> counters = new ConcurrentHashMap<>();

    /** Counters of time as they are, which are read less often than their rates. */
    private final Map<Probe, DriverCounter> times = new ConcurrentHashMap<>();

    private final AtomicLong generations = new AtomicLong();

    /** Drops narrow counters, which may have wrapped or been reset with the driver. */
    void startSession() {
        this.counters.values().removeIf(DriverCounter::isNarrow);
        this.times.values().removeIf(DriverCounter::isNarrow);
    }

    /** Returns a number that no MIG instance of the GPU has had, from 1: the driver uses their ids again. */
    public long nextGeneration() {
        return this.generations.incrementAndGet();
    }

    DriverCounter of(Probe counter) {
        return this.counters.computeIfAbsent(counter, (first) -> new DriverCounter());
    }

    DriverCounter ofTime(Probe counter) {
        return this.times.computeIfAbsent(counter, (first) -> new DriverCounter());
    }
}
