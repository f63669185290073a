package io.gpulse.nvml.session;

import io.gpulse.device.GpuIdentity;
import io.gpulse.nvml.probe.CounterBaselines;
import io.gpulse.nvml.probe.DriverClock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * What outlives sessions with the driver.
 *
 * @param bus where GPUs come back to
 * @param clock what answers of the driver are compared with
 * @param processes what is read of processes
 * @param baselines of counters, by UUID of the GPU; those of a GPU are used by its lane only
 */
record CrossSessionState(
        PciBus bus, DriverClock clock, ProcessAccess processes, Map<String, CounterBaselines> baselines) {

    CrossSessionState(PciBus bus, DriverClock clock) {
        this(bus, clock, ProcessAccess.REAL, new ConcurrentHashMap<>());
    }

    CrossSessionState with(ProcessAccess access) {
        return new CrossSessionState(this.bus, this.clock, access, this.baselines);
    }

    CrossSessionState with(LongSupplier nanos) {
        DriverClock other = new DriverClock(nanos, this.clock.micros());
        return new CrossSessionState(this.bus, other, this.processes, this.baselines);
    }

    CounterBaselines baselines(GpuIdentity gpu) {
        return this.baselines.computeIfAbsent(gpu.uuid(), (uuid) -> new CounterBaselines());
    }
}
