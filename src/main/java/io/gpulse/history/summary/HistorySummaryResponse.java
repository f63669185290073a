package io.gpulse.history.summary;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Time and energy of GPUs.
 *
 * @param from Begin of the first counted minute.
 * @param to End of the last counted minute.
 * @param simulated Whether the GPUs are simulated or recorded ones.
 * @param gpus Each GPU with stored samples.
 * @param total Sums over these GPUs.
 */
@Schema(name = "HistorySummary")
record HistorySummaryResponse(
        @Schema(example = "2026-11-20T10:00:00.000Z") Instant from,

        @Schema(example = "2026-11-20T22:00:00.000Z") Instant to,

        @Schema(example = "false") boolean simulated,

        List<GpuSummaryResponse> gpus,

        TotalResponse total) {

    /**
     * Time and energy of one GPU.
     *
     * @param gpu UUID.
     * @param index The driver's index when the GPU was last seen.
     * @param name Model.
     * @param p95OfMinuteAverages 95th percentile of the means of minutes, by key of the catalogue, in the unit of the
     *     metric; without metrics that have no minute.
     * @param energyKilowattHours Energy by the driver's counter, or by power over time without a counter; null when
     *     unknown.
     * @param seconds Seconds by occupancy.
     * @param clocksEventSeconds Seconds by clocks event reason.
     * @param missingSeconds Seconds without a sample, also those of a lost or stuck GPU; they are included in
     *     `unknown`.
     */
    @Schema(name = "HistoryGpuSummary")
    record GpuSummaryResponse(
            @Schema(example = "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77")
            String gpu,

            @Schema(example = "0") int index,

            @Schema(example = "NVIDIA H100 80GB HBM3") String name,

            @Schema(example = "{\"power.draw\":612.4}") Map<String, Double> p95OfMinuteAverages,

            @Schema(example = "4.31") @Nullable Double energyKilowattHours,

            SecondsResponse seconds,

            @Schema(example = "{\"sw_power_cap\":321.0}") Map<String, Double> clocksEventSeconds,

            @Schema(example = "12.0") double missingSeconds) {}

    /**
     * Sums over GPUs.
     *
     * @param energyKilowattHours Sum of the known energies; null when none is known.
     * @param seconds GPU seconds by occupancy.
     * @param clocksEventSeconds GPU seconds by clocks event reason.
     * @param missingSeconds GPU seconds without a sample.
     */
    @Schema(name = "HistoryTotal")
    record TotalResponse(
            @Schema(example = "31.7") @Nullable Double energyKilowattHours,

            SecondsResponse seconds,

            @Schema(example = "{\"sw_power_cap\":321.0}") Map<String, Double> clocksEventSeconds,

            @Schema(example = "96.0") double missingSeconds) {}

    /**
     * Seconds by occupancy; their sum is the past part of the time span.
     *
     * @param active A kernel ran: utilization was above 1 %.
     * @param heldIdle No kernel ran, but a process was on the GPU or memory was allocated.
     * @param free No kernel ran, and no process was on the GPU.
     * @param reserved As free, but a scheduler had assigned the GPU to a job; missing without such time.
     * @param unknown Not sampled or not reported.
     */
    @Schema(name = "OccupancySeconds")
    record SecondsResponse(
            @Schema(example = "39600.0") double active,

            @Schema(example = "1800.0") double heldIdle,

            @Schema(example = "1740.0") double free,

            @JsonInclude(JsonInclude.Include.NON_NULL)
            @Schema(example = "600.0", requiredMode = Schema.RequiredMode.NOT_REQUIRED)
            @Nullable
            Double reserved,

            @Schema(example = "60.0") double unknown) {}
}
