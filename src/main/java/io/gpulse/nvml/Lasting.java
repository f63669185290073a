package io.gpulse.nvml;

import io.gpulse.device.GpuIdentity;
import io.gpulse.metric.Probe;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * What outlives sessions with the driver.
 *
 * @param bus where GPUs come back to
 * @param nanos a clock that nobody sets
 * @param processes what is told of processes
 * @param marks what counters stood at, by UUID; the marks of a GPU are used by its lane only
 */
record Lasting(PciBus bus, LongSupplier nanos, ProcessRule processes, Map<String, Map<Probe, Count>> marks) {

    Lasting(PciBus bus, LongSupplier nanos) {
        this(bus, nanos, ProcessRule.REAL, new ConcurrentHashMap<>());
    }

    Lasting with(ProcessRule rule) {
        return new Lasting(this.bus, this.nanos, rule, this.marks);
    }

    Lasting clockedBy(LongSupplier clock) {
        return new Lasting(this.bus, clock, this.processes, this.marks);
    }

    Map<Probe, Count> marks(GpuIdentity gpu) {
        return this.marks.computeIfAbsent(gpu.uuid(), (uuid) -> new ConcurrentHashMap<>());
    }
}
