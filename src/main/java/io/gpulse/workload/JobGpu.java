package io.gpulse.workload;

import io.gpulse.history.KnownGpu;
import io.gpulse.history.accounting.Ledger.Share;
import io.gpulse.history.accounting.Occupancy;
import io.gpulse.history.accounting.ProcessSlice.Use;
import io.gpulse.metric.Metric;
import java.util.List;

/**
 * A job on one of its GPUs.
 *
 * @param seconds time from its first to its last sample, without times in which no process of it was there
 * @param alone its time as the only job on the GPU
 * @param shared the time of the GPU in which others were on it, too
 * @param others the jobs with which it shared the GPU
 * @param use the sums of its processes
 * @param peakMemory most memory of its processes at one time, in bytes; NaN when unknown
 * @param memory its memory now, in bytes; NaN when unknown
 * @param totalMemory of the GPU, in bytes; NaN when unknown
 */
record JobGpu(
        KnownGpu gpu,
        double seconds,
        Share alone,
        Share shared,
        List<GpuJob> others,
        Use use,
        double peakMemory,
        double memory,
        double totalMemory) {

    /** The metrics of the minutes in which it is alone. */
    static final List<Metric> METRICS = List.of(
            Metric.UTILIZATION_GPU,
            Metric.ACTIVITY_SM,
            Metric.ACTIVITY_TENSOR,
            Metric.ACTIVITY_DRAM,
            Metric.MEMORY_USED,
            Metric.POWER_DRAW);

    double mean(Metric metric) {
        return this.alone.mean(METRICS.indexOf(metric));
    }

    double active() {
        return this.alone.sums().seconds(Occupancy.ACTIVE);
    }

    /** Returns the time in which no kernel ran, also while others were on the GPU. */
    double heldIdle() {
        return aloneIdle() + this.shared.sums().seconds(Occupancy.HELD_IDLE);
    }

    private double aloneIdle() {
        return this.alone.sums().seconds(Occupancy.HELD_IDLE);
    }

    /** Returns the time in which a kernel ran, but may have been that of another job. */
    double sharedSeconds() {
        return this.shared.sums().seconds(Occupancy.ACTIVE);
    }

    /** Returns the time of which it is not known what became of it. */
    double unknown() {
        return Math.max(0, this.seconds - active() - heldIdle() - sharedSeconds());
    }

    /** Returns the time in which SMs computed; NaN where their activity is not known. */
    double smActive() {
        return Math.min(active(), mean(Metric.ACTIVITY_SM) / 100 * (active() + aloneIdle()));
    }

    /** Returns the time in which clocks were reduced for power or heat, by reason. */
    double throttled(Metric reason) {
        return this.alone.reasons().getOrDefault(reason, 0.0)
                + this.shared.reasons().getOrDefault(reason, 0.0);
    }

    double joules() {
        return this.alone.sums().joules();
    }

    /** Returns the part of its energy in which no kernel ran, while it was alone. */
    double idleJoules() {
        return this.alone.sums().joules(Occupancy.HELD_IDLE);
    }

    double mostJoules() {
        return joules() + this.shared.sums().joules();
    }

    /** Returns the mean share of the time in which a kernel of its own ran, in percent; NaN when unknown. */
    double ownUtilization() {
        return this.use.utilization() / this.use.reportedSeconds();
    }
}
