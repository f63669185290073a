package io.gpulse.nvml.session;

import io.gpulse.device.GpuIdentity;
import io.gpulse.metric.Probe;
import io.gpulse.nvml.read.CounterValue;
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
record CrossSessionState(
        PciBus bus, LongSupplier nanos, ProcessAccess processes, Map<String, Map<Probe, CounterValue>> marks) {

    CrossSessionState(PciBus bus, LongSupplier nanos) {
        this(bus, nanos, ProcessAccess.REAL, new ConcurrentHashMap<>());
    }

    CrossSessionState with(ProcessAccess rule) {
        return new CrossSessionState(this.bus, this.nanos, rule, this.marks);
    }

    CrossSessionState clockedBy(LongSupplier clock) {
        return new CrossSessionState(this.bus, clock, this.processes, this.marks);
    }

    Map<Probe, CounterValue> marks(GpuIdentity gpu) {
        return this.marks.computeIfAbsent(gpu.uuid(), (uuid) -> new ConcurrentHashMap<>());
    }
}
