package io.gpulse.workload;

import io.gpulse.device.workload.Workload;
import io.gpulse.event.EventGpu;
import io.gpulse.event.LoggedEvent;
import io.gpulse.event.message.Language;
import io.gpulse.event.text.EventText;
import io.gpulse.history.accounting.GpuUse;
import io.gpulse.history.accounting.Membership;
import io.gpulse.history.accounting.MinuteAccount;
import io.gpulse.history.summary.HistorySummary;
import io.gpulse.metric.Metric;
import io.gpulse.view.JsonNumbers;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A job on GPUs: that of a scheduler, a pod, a container, the kernel of a notebook, or else a group of processes.
 *
 * @param id Its id in `/api/v1/jobs/{id}`: scheduler or kind with the number, or the `group` of its first process. The
 *     `group` of each of its processes leads to it, too.
 * @param workload Its workload; null for a group of processes.
 * @param program Program of its first process: the script, module or archive that an interpreter runs, else the
 *     executable; null when unknown.
 * @param user User of its first process; null when unknown.
 * @param state RUNNING, ENDED, or UNKNOWN while its GPUs are not sampled.
 * @param startedAt Start of its first process, which may be before it used a GPU.
 * @param endedAt Time at which its last process was last seen; null while it runs, and while that is unknown.
 * @param lastSeenAt Time at which a process of it was last seen.
 * @param restartOf Id of the ended job of the same program and user that it continues; null when there is none.
 * @param pids PIDs, as the driver reports them; at most 64.
 * @param processes Number of processes; one on two GPUs counts once.
 * @param gpuHours GPU-hours on all of its GPUs.
 * @param peakMemoryBytes Most memory on one of its GPUs; null when unknown.
 * @param energyKilowattHours Energy of its GPUs while it was the only job on them: at least this much is its energy.
 *     Null when unknown.
 * @param energyMostKilowattHours The same with all energy of the time in which it shared them; null when unknown.
 * @param idleEnergyKilowattHours The part of `energyKilowattHours` in which no kernel ran; null when unknown.
 * @param throttledSeconds GPU seconds by reason for which clocks were reduced for power or heat.
 * @param unevenness Highest mean utilization of its GPUs less the lowest, in percentage points, where it was the only
 *     job; null with one GPU, and when unknown.
 * @param hostCpuPercent Host CPU of its processes now, in percent of one core; null when unknown.
 * @param hostMemoryBytes Host memory of its processes now; null when unknown.
 * @param gpus Its GPUs, by index.
 * @param reservedGpus Indexes of further GPUs that its scheduler has assigned to it now, and on which no process of it
 *     is.
 * @param events Faults and alerts of its GPUs while it ran, the oldest first; at most 20, the newest.
 * @param advice At most two sentences; none for fewer than ten samples.
 */
@Schema(name = "Job")
record JobResponse(
        @Schema(example = "slurm-280678") String id,

        @Nullable JobWorkload workload,

        @Schema(example = "train.py") @Nullable String program,

        @Schema(example = "mchen") @Nullable String user,

        JobReport.State state,

        @Schema(example = "2026-11-20T10:11:58.120Z") Instant startedAt,

        @Schema(example = "2026-11-20T19:44:07.003Z") @Nullable
        Instant endedAt,

        @Schema(example = "2026-11-20T19:44:07.003Z") Instant lastSeenAt,

        @Schema(example = "null") @Nullable String restartOf,

        List<Integer> pids,

        @Schema(example = "4") int processes,

        GpuHours gpuHours,

        @Schema(example = "76665585664") @Nullable Number peakMemoryBytes,

        @Schema(example = "4.68") @Nullable Double energyKilowattHours,

        @Schema(example = "4.68") @Nullable Double energyMostKilowattHours,

        @Schema(example = "0.61") @Nullable Double idleEnergyKilowattHours,

        @Schema(example = "{\"sw_power_cap\":3}") Map<String, Double> throttledSeconds,

        @Schema(example = "0.7") @Nullable Double unevenness,

        @Schema(example = "412.0") @Nullable Number hostCpuPercent,

        @Schema(example = "96636764160") @Nullable Number hostMemoryBytes,

        List<JobGpuResponse> gpus,

        List<Integer> reservedGpus,

        List<JobEvent> events,

        List<UsageAdvice.Sentence> advice) {

    private static final int MOST_PIDS = 64;
    private static final int MOST_EVENTS = 20;

    /**
     * The workload of a job.
     *
     * @param kind Kind.
     * @param id Number of the job, UID of the pod, or id of the container or the kernel.
     * @param system Scheduler or container runtime; null when unknown.
     */
    @Schema(name = "JobWorkload")
    record JobWorkload(
            Workload.Kind kind,

            @Schema(example = "280678") String id,

            @Schema(example = "slurm") @Nullable String system) {

        private static @Nullable JobWorkload of(Membership workload) {
            return workload.isNamed()
                    ? new JobWorkload(
                            Objects.requireNonNull(workload.kind()),
                            Objects.requireNonNull(workload.id()),
                            workload.system())
                    : null;
        }
    }

    /**
     * A fault or an alert.
     *
     * @param id Its id in `/api/v1/events`.
     * @param at When it began.
     * @param until When it ended; null for an event without duration, and while it lasts.
     * @param kind Kind, as in `/api/v1/events`.
     * @param severity Severity.
     * @param title Title.
     * @param gpus GPUs that it is about.
     */
    @Schema(name = "JobEvent")
    record JobEvent(
            @Schema(example = "1795168801007") long id,

            @Schema(example = "2026-11-20T10:00:01.003Z") Instant at,

            @Schema(example = "2026-11-20T10:12:01.003Z") @Nullable
            Instant until,

            @Schema(example = "xid") String kind,

            @Schema(allowableValues = {"info", "warning", "critical"})
            String severity,

            @Schema(example = "GPU 2: Xid 31") String title,

            List<EventGpu> gpus) {

        private static JobEvent of(LoggedEvent logged, Language language) {
            return new JobEvent(
                    logged.event().id(),
                    logged.event().at(),
                    logged.event().until(),
                    logged.event().kind().label(),
                    logged.event().severity().label(),
                    language.of(EventText.of(logged.event()).title()),
                    logged.event().gpus());
        }
    }

    static JobResponse of(JobReport report, Language language) {
        GpuJob job = report.job();
        GpuJob earlier = job.earlier();
        List<JobGpu> gpus = report.gpus();
        return new JobResponse(
                job.id(),
                JobWorkload.of(job.workload()),
                job.program(),
                job.user(),
                report.state(),
                Instant.ofEpochMilli(job.startedAt()),
                time(job.time().until()),
                Instant.ofEpochMilli(job.seenAt()),
                earlier == null ? null : earlier.id(),
                job.pids().stream().limit(MOST_PIDS).toList(),
                job.pids().size(),
                GpuHours.of(gpus),
                known(gpus.stream().mapToDouble(JobGpu::peakMemory).max().orElse(Double.NaN)),
                HistorySummary.kilowattHours(report.sum(JobGpu::joules)),
                HistorySummary.kilowattHours(report.sum(JobGpu::mostJoules)),
                HistorySummary.kilowattHours(report.sum(JobGpu::idleJoules)),
                throttled(gpus),
                unevenness(gpus),
                known(report.hostCpu()),
                known(report.hostMemory()),
                gpus.stream().map(JobGpuResponse::of).toList(),
                report.reserved(),
                events(report.events(), language),
                UsageAdvice.of(AdviceFigures.of(report), language));
    }

    private static List<JobEvent> events(List<LoggedEvent> all, Language language) {
        return all.subList(Math.max(0, all.size() - MOST_EVENTS), all.size()).stream()
                .map((one) -> JobEvent.of(one, language))
                .toList();
    }

    private static @Nullable Instant time(@Nullable Long millis) {
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }

    static Map<String, Double> throttled(List<JobGpu> gpus) {
        Map<String, Double> named = new LinkedHashMap<>();
        GpuUse.THROTTLING.stream().sorted().forEach((reason) -> {
            double seconds =
                    gpus.stream().mapToDouble((gpu) -> gpu.throttled(reason)).sum();
            if (seconds > 0) {
                named.put(MinuteAccount.nameOf(reason), Math.rint(seconds * 1000) / 1000);
            }
        });
        return named;
    }

    private static @Nullable Double unevenness(List<JobGpu> gpus) {
        DoubleSummaryStatistics means = gpus.stream()
                .mapToDouble((gpu) -> gpu.mean(Metric.UTILIZATION_GPU))
                .summaryStatistics();
        double most = means.getMax() - means.getMin();
        return gpus.size() < 2 || Double.isNaN(most) ? null : (Double) (Math.rint(most * 10) / 10);
    }

    static @Nullable Number known(double value) {
        return Double.isNaN(value) ? null : thousandths(value);
    }

    static Number thousandths(double value) {
        return JsonNumbers.of(Math.rint(value * 1000) / 1000);
    }
}
