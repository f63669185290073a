package io.gpulse.workload;

import io.gpulse.history.summary.HistorySummary;
import io.gpulse.metric.Metric;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A job on one of its GPUs.
 *
 * @param gpu UUID.
 * @param index The driver's index when it was last seen.
 * @param name Model.
 * @param gpuHours GPU-hours.
 * @param mean Means by key of the catalogue, in its unit, over the whole minutes in which the job was the only one
 *     on the GPU; without metrics that have no such minute.
 * @param minutes Number of these minutes.
 * @param ownUtilization Mean share of the time in which a kernel of the job ran, in percent, as the driver reports
 *     it for processes; null when it does not.
 * @param memoryBytes Memory of its processes now; null when unknown.
 * @param peakMemoryBytes Most memory of its processes; null when unknown.
 * @param totalMemoryBytes Memory of the GPU; null when unknown.
 * @param energyKilowattHours As that of the job.
 * @param energyMostKilowattHours As that of the job.
 * @param throttledSeconds Seconds by reason for which clocks were reduced for power or heat.
 * @param sharedWith Ids of jobs that were on it at the same time.
 */
@Schema(name = "JobGpu")
record JobGpuResponse(
        @Schema(example = "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77")
        String gpu,

        @Schema(example = "0") int index,

        @Schema(example = "NVIDIA H100 80GB HBM3") String name,

        GpuHours gpuHours,

        @Schema(example = "{\"utilization.gpu\":91.4}") Map<String, Number> mean,

        @Schema(example = "191") int minutes,

        @Schema(example = "91.4") @Nullable Number ownUtilization,

        @Schema(example = "76450676736") @Nullable Number memoryBytes,

        @Schema(example = "76665585664") @Nullable Number peakMemoryBytes,

        @Schema(example = "85899345920") @Nullable Number totalMemoryBytes,

        @Schema(example = "1.17") @Nullable Double energyKilowattHours,

        @Schema(example = "1.17") @Nullable Double energyMostKilowattHours,

        @Schema(example = "{\"sw_power_cap\":3}") Map<String, Double> throttledSeconds,

        List<String> sharedWith) {

    static JobGpuResponse of(JobGpu gpu) {
        Map<String, Number> means = new LinkedHashMap<>();
        for (Metric metric : JobGpu.METRICS) {
            double mean = gpu.mean(metric);
            if (!Double.isNaN(mean)) {
                means.put(metric.key(), JobResponse.thousandths(mean));
            }
        }
        return new JobGpuResponse(
                gpu.gpu().uuid(),
                gpu.gpu().index(),
                gpu.gpu().name(),
                GpuHours.of(List.of(gpu)),
                means,
                gpu.alone().minutes(JobGpu.METRICS.indexOf(Metric.UTILIZATION_GPU)),
                JobResponse.known(gpu.ownUtilization()),
                JobResponse.known(gpu.memory()),
                JobResponse.known(gpu.peakMemory()),
                JobResponse.known(gpu.totalMemory()),
                HistorySummary.kilowattHours(gpu.joules()),
                HistorySummary.kilowattHours(gpu.mostJoules()),
                JobResponse.throttled(List.of(gpu)),
                gpu.others().stream().map(GpuJob::id).sorted().toList());
    }
}
