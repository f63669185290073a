package io.gpulse.report;

import io.gpulse.device.NamespacedPid;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reason;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One GPU in one round.
 *
 * @param uuid the GPU
 * @param values by place in {@link ReportRows#ALL}, NaN where absent; null when the GPU reported nothing; not to be
 *     changed
 * @param absent why rows that a report shows are absent; empty where that is not known
 * @param processes the processes on the GPU; null when they are not known
 */
@SuppressWarnings("ArrayRecordComponent")
record GpuRound(
        String uuid,
        double @Nullable [] values,
        Map<Metric, Reason> absent,
        @Nullable List<ProcessRound> processes) {

    /**
     * A process on a GPU in one round.
     *
     * @param name what it is called; null when it is not known
     * @param user who started it; null when it is not known
     * @param memory device memory in bytes; NaN when it is not known
     * @param utilization share of the round in which a kernel of it ran, in percent; NaN when it is not known
     * @param namespaced its PID in its innermost PID namespace; null when it is not known
     * @param startedAt when it was started; null when it is not known
     */
    record ProcessRound(
            int pid,
            @Nullable String name,
            @Nullable String user,
            double memory,
            double utilization,
            @Nullable NamespacedPid namespaced,
            @Nullable Instant startedAt) {}
}
