package io.gpulse.history.summary;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the time and the energy of GPUs went to. */
@Schema(name = "HistorySummary", description = "What the time and the energy of GPUs went to.")
record HistorySummaryResponse(
        @Schema(description = "Beginning of the first minute that is counted.", example = "2026-11-20T10:00:00.000Z")
        Instant from,

        @Schema(description = "End of the last minute that is counted.", example = "2026-11-20T22:00:00.000Z")
        Instant to,

        @Schema(description = "Whether the numbers are not those of GPUs of this machine.", example = "false")
        boolean simulated,

        @Schema(description = "Each GPU of which something is stored.")
        List<GpuSummaryResponse> gpus,

        @Schema(description = "All of them together.") TotalResponse total) {

    /** One GPU. */
    @Schema(name = "HistoryGpuSummary", description = "What the time and the energy of one GPU went to.")
    record GpuSummaryResponse(
            @Schema(description = "UUID.", example = "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77")
            String gpu,

            @Schema(description = "The driver's index when it was seen last.", example = "0")
            int index,

            @Schema(description = "Model.", example = "NVIDIA H100 80GB HBM3")
            String name,

            @Schema(
                    description = "95th percentile of the means of minutes, by key of the catalogue, in the unit of the"
                            + " row; without those of which no minute is known.",
                    example = "{\"power.draw\":612.4}")
            Map<String, Double> p95OfMinuteAverages,

            @Schema(
                    description = "Energy that it used, by the driver's counter, or power over time where it has none;"
                            + " null when neither is known.",
                    types = {"number", "null"},
                    example = "4.31")
            @Nullable
            Double energyKilowattHours,

            @Schema(description = "What its time went to.") SecondsResponse seconds,

            @Schema(
                    description = "For how many seconds each reason kept its clocks from being higher.",
                    example = "{\"sw_power_cap\":321.0}")
            Map<String, Double> clocksEventSeconds,

            @Schema(description = "Seconds of which there is no sample; they are among the unknown.", example = "12.0")
            double missingSeconds) {}

    /** All GPUs. */
    @Schema(name = "HistoryTotal", description = "Sums over GPUs.")
    record TotalResponse(
            @Schema(
                    description = "Energy of all, as far as it is known; null when of none.",
                    types = {"number", "null"},
                    example = "31.7")
            @Nullable
            Double energyKilowattHours,

            @Schema(description = "What their time went to, in GPU seconds.")
            SecondsResponse seconds,

            @Schema(description = "GPU seconds by reason.", example = "{\"sw_power_cap\":321.0}")
            Map<String, Double> clocksEventSeconds,

            @Schema(description = "GPU seconds of which there is no sample.", example = "96.0")
            double missingSeconds) {}

    /** The four sum to the time that is asked for, as far as it has passed. */
    @Schema(name = "OccupancySeconds", description = "Seconds; the four sum to the time that has passed.")
    record SecondsResponse(
            @Schema(description = "Something ran: utilization was above 1 %.", example = "39600.0")
            double active,

            @Schema(
                    description = "Nothing ran, though a process was on it or memory was allocated.",
                    example = "1800.0")
            double heldIdle,

            @Schema(description = "Nothing ran, and nobody held it.", example = "1740.0")
            double free,

            @Schema(description = "Nobody looked, or the GPU did not say.", example = "60.0")
            double unknown) {}
}
