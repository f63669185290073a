package io.gpulse.history.summary;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Time and energy of GPUs. */
@Schema(name = "HistorySummary", description = "Time and energy of GPUs.")
record HistorySummaryResponse(
        @Schema(description = "Begin of the first counted minute.", example = "2026-11-20T10:00:00.000Z")
        Instant from,

        @Schema(description = "End of the last counted minute.", example = "2026-11-20T22:00:00.000Z")
        Instant to,

        @Schema(description = "Whether the GPUs are simulated or recorded ones.", example = "false")
        boolean simulated,

        @Schema(description = "Each GPU with stored samples.")
        List<GpuSummaryResponse> gpus,

        @Schema(description = "Sums over these GPUs.") TotalResponse total) {

    /** One GPU. */
    @Schema(name = "HistoryGpuSummary", description = "Time and energy of one GPU.")
    record GpuSummaryResponse(
            @Schema(description = "UUID.", example = "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77")
            String gpu,

            @Schema(description = "The driver's index when the GPU was last seen.", example = "0")
            int index,

            @Schema(description = "Model.", example = "NVIDIA H100 80GB HBM3")
            String name,

            @Schema(
                    description = "95th percentile of the means of minutes, by key of the catalogue, in the unit of the"
                            + " metric; without metrics that have no minute.",
                    example = "{\"power.draw\":612.4}")
            Map<String, Double> p95OfMinuteAverages,

            @Schema(
                    description = "Energy by the driver's counter, or by power over time without a counter; null when"
                            + " unknown.",
                    example = "4.31")
            @Nullable
            Double energyKilowattHours,

            @Schema(description = "Seconds by occupancy.") SecondsResponse seconds,

            @Schema(description = "Seconds by clocks event reason.", example = "{\"sw_power_cap\":321.0}")
            Map<String, Double> clocksEventSeconds,

            @Schema(
                    description = "Seconds without a sample, also those of a lost or stuck GPU; they are included in"
                            + " `unknown`.",
                    example = "12.0")
            double missingSeconds) {}

    /** All GPUs. */
    @Schema(name = "HistoryTotal", description = "Sums over GPUs.")
    record TotalResponse(
            @Schema(description = "Sum of the known energies; null when none is known.", example = "31.7") @Nullable
            Double energyKilowattHours,

            @Schema(description = "GPU seconds by occupancy.")
            SecondsResponse seconds,

            @Schema(description = "GPU seconds by clocks event reason.", example = "{\"sw_power_cap\":321.0}")
            Map<String, Double> clocksEventSeconds,

            @Schema(description = "GPU seconds without a sample.", example = "96.0")
            double missingSeconds) {}

    /** Seconds whose sum is the past part of the time span. */
    @Schema(
            name = "OccupancySeconds",
            description = "Seconds by occupancy; their sum is the past part of the time span.")
    record SecondsResponse(
            @Schema(description = "A kernel ran: utilization was above 1 %.", example = "39600.0")
            double active,

            @Schema(
                    description = "No kernel ran, but a process was on the GPU or memory was allocated.",
                    example = "1800.0")
            double heldIdle,

            @Schema(description = "No kernel ran, and no process was on the GPU.", example = "1740.0")
            double free,

            @Schema(description = "Not sampled or not reported.", example = "60.0")
            double unknown) {}
}
