package io.gpulse.nvml.read;

import io.gpulse.metric.Probe;
import java.util.HashMap;
import java.util.Map;

/** The rings in which the driver keeps what it has sampled by itself, one per kind of sample. */
final class SampleRings {

    private final DriverCalls line;
    private final Map<Integer, SampleRing> rings = new HashMap<>();

    SampleRings(DriverCalls line) {
        this.line = line;
    }

    SampleRing of(Probe.Sampled sampled) {
        return this.rings.computeIfAbsent(sampled.type(), (type) -> new SampleRing(type, this.line));
    }
}
