package io.gpulse.report;

import io.gpulse.metric.Reason;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The report of a span. */
@Schema(
        name = "SpanReport",
        description = "A span of time, exact to the round: of all rounds with `from < time <= to`. Unknown is null or"
                + " absent, never 0; missing rounds are in no mean.")
record ReportResponse(
        @Schema(description = "Beginning, exclusive.", example = "2026-11-20T10:00:00.000Z")
        Instant from,

        @Schema(description = "End, inclusive; now for one in the future.", example = "2026-11-20T10:00:08.000Z")
        Instant to,

        @Schema(
                description = "Seconds that the rounds stand for: each for the time since the round before it.",
                example = "8")
        Number seconds,

        @Schema(description = "Number of rounds.", example = "8")
        int rounds,

        @Schema(description = "Seconds for which a round is missing.", example = "0")
        Number missingSeconds,

        @Schema(description = "Whether the GPUs are simulated or recorded ones.", example = "false")
        boolean simulated,

        @Schema(
                description = "Since when processes are known round by round: those of the last 15 minutes, fewer on"
                        + " machines with many processes; null when there is no round yet.",
                example = "2026-11-20T09:45:08.000Z")
        @Nullable
        Instant processesSince,

        @Schema(
                description = "Whether the processes of all GPUs are known in all rounds of the span. Otherwise, with"
                        + " `pids`, `gpus` may lack GPUs on which they were.",
                example = "true")
        boolean processesKnown,

        @Schema(description = "The GPUs, by index; with `pids`, those on which these processes were.")
        List<GpuReportResponse> gpus) {

    /** One GPU. */
    @Schema(name = "GpuSpanReport", description = "One GPU over the span.")
    record GpuReportResponse(
            @Schema(description = "UUID.", example = "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77")
            String gpu,

            @Schema(description = "The driver's index when it was seen last.", example = "0")
            int index,

            @Schema(description = "Model.", example = "NVIDIA H100 80GB HBM3")
            String name,

            @Schema(description = "Number of rounds in which it answered.", example = "8")
            int rounds,

            @Schema(description = "Seconds for which a round is missing, or it did not answer.", example = "0")
            Number missingSeconds,

            @Schema(
                    description = "Energy by the driver's counter: from its last reading at or before `from`, or the"
                            + " first one after it where there is none shortly before, to its last one at or before"
                            + " `to`; without what it gained where it went back, or gained more than the GPU can take."
                            + " Without a counter it is power over time, as in `/history/summary`. Null without"
                            + " either, and while the counter does not change.",
                    example = "2412.5")
            @Nullable
            Number energyJoules,

            @Schema(
                    description =
                            "Seconds of that energy, between readings of the counter; without a counter, those of the"
                                    + " rounds with a reading of the power.",
                    example = "8")
            @Nullable
            Number energySeconds,

            @Schema(
                    description = "Seconds in which power or heat throttled it (`sw_power_cap`, `hw_slowdown`,"
                            + " `sw_thermal_slowdown`, `hw_thermal_slowdown`, `hw_power_brake_slowdown`) while it was"
                            + " not idle; null when not known.",
                    example = "3")
            @Nullable
            Number throttledSeconds,

            @Schema(
                    description = "Seconds by reason for which clocks were not higher.",
                    example = "{\"sw_power_cap\":3}")
            Map<String, Number> clocksEventSeconds,

            @Schema(
                    description = "Means over the rounds, weighted by time, by key of the catalogue, in its unit.",
                    example = "{\"utilization.gpu\":91.4}")
            Map<String, Number> mean,

            @Schema(
                    description = "Maxima, those within rounds included where the driver reports them.",
                    example = "{\"memory.used\":76346818560}")
            Map<String, Number> max,

            @Schema(
                    description = "Why a row has no mean and no maximum, by key. `process.memory.used`: why numbers of"
                            + " processes are null; `NO_DATA` where the span began before `processesSince`.",
                    example = "{\"activity.sm\":\"NOT_SUPPORTED\"}")
            Map<String, Reason> absent,

            @Schema(
                    description = "Whether other processes were on it in the span: with `pids` other ones than these,"
                            + " otherwise more than one. Null when not known.",
                    example = "false")
            @Nullable
            Boolean shared,

            @Schema(description = "Its processes, most memory first; at most 256.")
            List<ProcessReportResponse> processes,

            @Schema(description = "Number of processes beyond these.", example = "0")
            int processesOmitted) {}

    /** One process on one GPU. */
    @Schema(name = "ProcessSpanReport", description = "A process on a GPU over the span.")
    record ProcessReportResponse(
            @Schema(description = "PID, of the machine, not of a container.", example = "41102")
            int pid,

            @Schema(description = "PID in its innermost PID namespace; null when not known.", example = "42") @Nullable
            Integer namespacePid,

            @Schema(description = "Name, without arguments; null when not known.", example = "python") @Nullable
            String name,

            @Schema(description = "User; null when not known.", example = "mchen") @Nullable
            String user,

            @Schema(
                    description = "The most device memory that it had in a round; null when not known.",
                    example = "12884901888")
            @Nullable
            Number peakMemoryBytes,

            @Schema(
                    description = "Mean share of the time in which a kernel of it ran, in percent, over the rounds in"
                            + " which the driver reported it; null when in none.",
                    example = "87.2")
            @Nullable
            Number meanUtilization) {}
}
