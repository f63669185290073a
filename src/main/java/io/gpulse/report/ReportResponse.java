package io.gpulse.report;

import io.gpulse.metric.Reason;
import io.gpulse.workload.UsageAdvice;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The report of a span.
 *
 * @param from Beginning, exclusive.
 * @param to End, inclusive; now for one in the future.
 * @param seconds Seconds that the rounds stand for: each for the time since the round before it.
 * @param rounds Number of rounds.
 * @param missingSeconds Seconds for which a round is missing.
 * @param simulated Whether the GPUs are simulated or recorded ones.
 * @param processesSince Since when processes are known round by round: those of the last 15 minutes, fewer on machines
 *     with many processes; null when there is no round yet.
 * @param processesKnown Whether the processes of all GPUs are known in all rounds of the span. Otherwise, with `pids`,
 *     `gpus` may lack GPUs on which they were.
 * @param gpus The GPUs, by index; with `pids`, those on which these processes were.
 */
@Schema(
        name = "SpanReport",
        description = "A span of time, exact to the round: of all rounds with `from < time <= to`. Unknown is null or"
                + " absent, never 0; missing rounds are in no mean.")
record ReportResponse(
        @Schema(example = "2026-11-20T10:00:00.000Z") Instant from,

        @Schema(example = "2026-11-20T10:00:08.000Z") Instant to,

        @Schema(example = "8") Number seconds,

        @Schema(example = "8") int rounds,

        @Schema(example = "0") Number missingSeconds,

        @Schema(example = "false") boolean simulated,

        @Schema(example = "2026-11-20T09:45:08.000Z") @Nullable
        Instant processesSince,

        @Schema(example = "true") boolean processesKnown,

        List<GpuReportResponse> gpus) {

    /**
     * One GPU over the span.
     *
     * @param gpu UUID.
     * @param index The driver's index when it was seen last.
     * @param name Model.
     * @param rounds Number of rounds in which it answered.
     * @param missingSeconds Seconds for which a round is missing, or it did not answer.
     * @param energyJoules Energy by the driver's counter: from its last reading at or before `from`, or the first one
     *     after it where there is none shortly before, to its last one at or before `to`; without what it gained where
     *     it went back, or gained more than the GPU can take. Without a counter it is power over time, as in
     *     `/history/summary`. Null without either, and while the counter does not change.
     * @param energySeconds Seconds of that energy, between readings of the counter; without a counter, those of the
     *     rounds with a reading of the power.
     * @param throttledSeconds Seconds in which power or heat throttled it (`sw_power_cap`, `hw_slowdown`,
     *     `sw_thermal_slowdown`, `hw_thermal_slowdown`, `hw_power_brake_slowdown`) while it was not idle; null when not
     *     known.
     * @param clocksEventSeconds Seconds by reason for which clocks were not higher.
     * @param mean Means over the rounds, weighted by time, by key of the catalogue, in its unit.
     * @param max Maxima, those within rounds included where the driver reports them.
     * @param absent Why a row has no mean and no maximum, by key. `process.memory.used`: why numbers of processes are
     *     null; `NO_DATA` where the span began before `processesSince`.
     * @param shared Whether other processes were on it in the span: with `pids` other ones than these, otherwise more
     *     than one. Null when not known.
     * @param processes Its processes, most memory first; at most 256.
     * @param processesOmitted Number of processes beyond these.
     * @param advice At most two sentences on its use in the span, by the rules of jobs; none on fewer than ten rounds.
     *     With `pids`, nothing about kernels that may be those of other processes.
     */
    @Schema(name = "GpuSpanReport")
    record GpuReportResponse(
            @Schema(example = "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77")
            String gpu,

            @Schema(example = "0") int index,

            @Schema(example = "NVIDIA H100 80GB HBM3") String name,

            @Schema(example = "8") int rounds,

            @Schema(example = "0") Number missingSeconds,

            @Schema(example = "2412.5") @Nullable Number energyJoules,

            @Schema(example = "8") @Nullable Number energySeconds,

            @Schema(example = "3") @Nullable Number throttledSeconds,

            @Schema(example = "{\"sw_power_cap\":3}") Map<String, Number> clocksEventSeconds,

            @Schema(example = "{\"utilization.gpu\":91.4}") Map<String, Number> mean,

            @Schema(example = "{\"memory.used\":76346818560}")
            Map<String, Number> max,

            @Schema(example = "{\"activity.sm\":\"NOT_SUPPORTED\"}")
            Map<String, Reason> absent,

            @Schema(example = "false") @Nullable Boolean shared,

            List<ProcessReportResponse> processes,

            @Schema(example = "0") int processesOmitted,

            List<UsageAdvice.Sentence> advice) {}

    /**
     * A process on a GPU over the span.
     *
     * @param pid PID, of the machine, not of a container.
     * @param namespacePid PID in its innermost PID namespace; null when not known.
     * @param name Name, without arguments; null when not known.
     * @param user User; null when not known.
     * @param peakMemoryBytes The most device memory that it had in a round; null when not known.
     * @param meanUtilization Mean share of the time in which a kernel of it ran, in percent, over the rounds in which
     *     the driver reported it; null when in none.
     */
    @Schema(name = "ProcessSpanReport")
    record ProcessReportResponse(
            @Schema(example = "41102") int pid,

            @Schema(example = "42") @Nullable Integer namespacePid,

            @Schema(example = "python") @Nullable String name,

            @Schema(example = "mchen") @Nullable String user,

            @Schema(example = "12884901888") @Nullable Number peakMemoryBytes,

            @Schema(example = "87.2") @Nullable Number meanUtilization) {}
}
