package io.gpulse.nvml.session;

import io.gpulse.device.GpuIdentity;
import io.gpulse.nvml.probe.CounterBaselines;
import io.gpulse.nvml.probe.DriverClock;
import io.gpulse.nvml.topology.PciTree;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The state that outlives sessions with the driver.
 *
 * @param bus on which lost GPUs reappear
 * @param sleeping GPUs that must not be called
 * @param clock for the times of the driver's answers
 * @param processes whether and how processes are read
 * @param tree the arrangement of the PCI devices
 * @param baselines of counters, by UUID of the GPU; those of a GPU are used by its lane only
 */
record CrossSessionState(
        PciBus bus,
        SleepingGpus sleeping,
        DriverClock clock,
        ProcessAccess processes,
        PciTree tree,
        Map<String, CounterBaselines> baselines) {

    CrossSessionState(PciBus bus, DriverClock clock) {
        this(
                bus,
                new SleepingGpus(bus, true, clock.nanos()),
                clock,
                ProcessAccess.REAL,
                bus.tree(),
                new ConcurrentHashMap<>());
    }

    CrossSessionState with(ProcessAccess access) {
        return new CrossSessionState(this.bus, this.sleeping, this.clock, access, this.tree, this.baselines);
    }

    CrossSessionState with(PciTree other) {
        return new CrossSessionState(this.bus, this.sleeping, this.clock, this.processes, other, this.baselines);
    }

    CrossSessionState with(LongSupplier nanos) {
        DriverClock other = new DriverClock(nanos, this.clock.micros());
        SleepingGpus clocked = new SleepingGpus(this.bus, this.sleeping.mayWake(), nanos);
        return new CrossSessionState(this.bus, clocked, other, this.processes, this.tree, this.baselines);
    }

    CrossSessionState withoutWaking() {
        SleepingGpus untouched = new SleepingGpus(this.bus, false, this.clock.nanos());
        return new CrossSessionState(this.bus, untouched, this.clock, this.processes, this.tree, this.baselines);
    }

    CounterBaselines baselines(GpuIdentity gpu) {
        return this.baselines.computeIfAbsent(gpu.uuid(), (uuid) -> new CounterBaselines());
    }
}
