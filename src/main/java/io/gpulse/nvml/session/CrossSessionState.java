package io.gpulse.nvml.session;

import io.gpulse.device.GpuIdentity;
import io.gpulse.nvml.probe.CounterBaselines;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * What outlives sessions with the driver.
 *
 * @param bus where GPUs come back to
 * @param sleeping GPUs that must not be called
 * @param nanos a monotonic clock, in nanoseconds
 * @param processes what is read of processes
 * @param baselines of counters, by UUID of the GPU; those of a GPU are used by its lane only
 */
record CrossSessionState(
        PciBus bus,
        SleepingGpus sleeping,
        LongSupplier nanos,
        ProcessAccess processes,
        Map<String, CounterBaselines> baselines) {

    CrossSessionState(PciBus bus, LongSupplier nanos) {
        this(bus, new SleepingGpus(bus, true, nanos), nanos, ProcessAccess.REAL, new ConcurrentHashMap<>());
    }

    CrossSessionState with(ProcessAccess access) {
        return new CrossSessionState(this.bus, this.sleeping, this.nanos, access, this.baselines);
    }

    CrossSessionState with(LongSupplier clock) {
        SleepingGpus clocked = new SleepingGpus(this.bus, this.sleeping.mayWake(), clock);
        return new CrossSessionState(this.bus, clocked, clock, this.processes, this.baselines);
    }

    CrossSessionState withoutWaking() {
        SleepingGpus untouched = new SleepingGpus(this.bus, false, this.nanos);
        return new CrossSessionState(this.bus, untouched, this.nanos, this.processes, this.baselines);
    }

    CounterBaselines baselines(GpuIdentity gpu) {
        return this.baselines.computeIfAbsent(gpu.uuid(), (uuid) -> new CounterBaselines());
    }
}
