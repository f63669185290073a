package io.gpulse.history.summary;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.TimeRange;
import io.gpulse.history.accounting.ProcessAccount;
import io.gpulse.history.accounting.ProcessSlice.Use;
import io.gpulse.history.sqlite.AccountingStore.ProcessSums;
import io.gpulse.history.sqlite.AccountingStore.Usage;
import io.gpulse.history.sqlite.AccountingStore.UserSums;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Usage of GPUs by processes and users.
 *
 * @param from Begin of the first counted minute.
 * @param to End of the last counted minute.
 * @param simulated Whether the GPUs are simulated or recorded ones.
 * @param intervals Processes on GPUs, in the order of `firstSeenAt`; one on two GPUs is listed twice.
 * @param omitted Number of omitted processes, those with the least time on a GPU. The sums of users include them.
 * @param users Sums by user, most energy first.
 * @param owners With `by`: where the time and the energy of the GPUs went, most GPU-hours first, then what was free.
 *     Missing otherwise.
 */
@Schema(name = "Usage")
record UsageResponse(
        @Schema(example = "2026-11-20T10:00:00.000Z") Instant from,

        @Schema(example = "2026-11-20T22:00:00.000Z") Instant to,

        @Schema(example = "false") boolean simulated,

        List<IntervalResponse> intervals,

        @Schema(example = "0") int omitted,

        List<UserResponse> users,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Schema(requiredMode = Schema.RequiredMode.NOT_REQUIRED) @Nullable
        List<OwnerUsageResponse> owners) {

    /** @param gpus the requested GPUs, by UUID */
    static UsageResponse of(Usage usage, TimeRange span, Map<String, KnownGpu> gpus, boolean simulated) {
        int all = usage.users().stream().mapToInt(UserSums::processes).sum();
        return new UsageResponse(
                span.from(),
                span.to(),
                simulated,
                usage.longest().stream()
                        .map((one) -> IntervalResponse.of(one, gpus))
                        .toList(),
                all - usage.longest().size(),
                usage.users().stream().map(UserResponse::of).toList(),
                null);
    }

    UsageResponse with(List<OwnerUsageResponse> ofOwners) {
        return new UsageResponse(
                this.from, this.to, this.simulated, this.intervals, this.omitted, this.users, ofOwners);
    }

    private static @Nullable Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }

    /**
     * A process on one GPU. Numbers cover the requested time span.
     *
     * @param gpu UUID of the GPU.
     * @param index The driver's index when the GPU was last seen.
     * @param pid PID as the driver reports it: of the host, not of a container.
     * @param user User; null when unknown.
     * @param name Name without arguments; null when unknown.
     * @param program Program: the script, module or archive that an interpreter runs, else the executable; null when
     *     unknown.
     * @param gpuInstance Id of the GPU instance of the MIG instance that it last used; null on a GPU that is not split.
     * @param computeInstance Id of the compute instance in it; null as above.
     * @param startedAt Start of the process itself, which may be long before it used the GPU; `firstSeenAt` when
     *     unknown. It is rounded: it can be after `firstSeenAt`, and after `endedAt` when one round only listed the
     *     process.
     * @param firstSeenAt Begin of its counted time on the GPU: the round before the first one that lists it, at the
     *     earliest the first round of gpulse.
     * @param endedAt Time when the process was last seen on the GPU, once the GPU lists its processes without it; null
     *     while it runs, and while it is unknown whether it runs: then `lastSeenAt` is older than the last samples.
     * @param lastSeenAt Time when the process was last seen on the GPU, also while it runs: older than the last samples
     *     when the GPU does not answer, or gpulse did not run.
     * @param peakMemoryBytes Maximum device memory, ever; null when unknown.
     * @param meanUtilization Mean share of the time in which a kernel of the process ran, in percent, over the time in
     *     which the driver reported it; null when it never did.
     * @param energyKilowattHours Share of the GPU's energy; null when unknown.
     * @param energyShare Method by which the share was determined.
     */
    @Schema(name = "UsageInterval")
    record IntervalResponse(
            @Schema(example = "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77")
            String gpu,

            @Schema(example = "0") int index,

            @Schema(example = "48213") int pid,

            @Schema(example = "mchen") @Nullable String user,

            @Schema(example = "python") @Nullable String name,

            @Schema(example = "train.py") @Nullable String program,

            @Schema(example = "3") @Nullable Integer gpuInstance,

            @Schema(example = "0") @Nullable Integer computeInstance,

            @Schema(example = "2026-11-20T10:11:58.120Z") Instant startedAt,

            @Schema(example = "2026-11-20T10:12:01.003Z") Instant firstSeenAt,

            @Schema(example = "2026-11-20T19:44:07.003Z") @Nullable
            Instant endedAt,

            @Schema(example = "2026-11-20T19:44:07.003Z") Instant lastSeenAt,

            @Schema(example = "68719476736") @Nullable Double peakMemoryBytes,

            @Schema(example = "87.2") @Nullable Double meanUtilization,

            @Schema(example = "1.62") @Nullable Double energyKilowattHours,

            @Schema(example = "EXCLUSIVE") EnergyShare energyShare) {

        private static IntervalResponse of(ProcessSums sums, Map<String, KnownGpu> gpus) {
            ProcessAccount process = sums.process();
            KnownGpu gpu = Objects.requireNonNull(gpus.get(process.key().uuid()));
            Use use = sums.use();
            Instant firstSeen = Instant.ofEpochMilli(process.key().beganAt());
            return new IntervalResponse(
                    gpu.uuid(),
                    gpu.index(),
                    process.key().pid(),
                    process.identity().user(),
                    process.identity().name(),
                    process.identity().program(),
                    process.identity().gpuInstance(),
                    process.identity().computeInstance(),
                    Objects.requireNonNullElse(process.identity().startedAt(), firstSeen),
                    firstSeen,
                    process.ended() ? Instant.ofEpochMilli(process.seenAt()) : null,
                    Instant.ofEpochMilli(process.seenAt()),
                    known(process.peakMemory()),
                    use.reportedSeconds() > 0
                            ? HistorySummary.rounded(use.utilization() / use.reportedSeconds())
                            : null,
                    HistorySummary.kilowattHours(use.joules()),
                    EnergyShare.of(use));
        }
    }

    /** The method of dividing the energy of a GPU. The names are part of the public contract. */
    enum EnergyShare {
        /** The process was the only one on the GPU and has all of its energy. */
        EXCLUSIVE,
        /** By SM utilization, while other processes were on the GPU. */
        BY_SM,
        /** Unknown for some of the time, whose energy is not assigned to a process. */
        SHARED;

        private static EnergyShare of(Use use) {
            if (use.sharedSeconds() > 0) {
                return SHARED;
            }
            return use.exclusiveSeconds() >= use.seconds() ? EXCLUSIVE : BY_SM;
        }
    }

    /**
     * Sums over the processes of one user.
     *
     * @param user User; null for all processes whose user is unknown.
     * @param energyKilowattHours Share of the GPUs' energy; null when unknown.
     * @param seconds Process seconds on GPUs.
     * @param activeSeconds The part of them in which a kernel of the process ran.
     * @param heldIdleSeconds The part of them in which none ran.
     * @param peakMemoryBytes Maximum device memory of one process; null when unknown.
     * @param processes Number of processes; one on two GPUs counts twice.
     */
    @Schema(name = "UsageOfUser")
    record UserResponse(
            @Schema(example = "mchen") @Nullable String user,

            @Schema(example = "12.4") @Nullable Double energyKilowattHours,

            @Schema(example = "86400.0") double seconds,

            @Schema(example = "79200.0") double activeSeconds,

            @Schema(example = "7100.0") double heldIdleSeconds,

            @Schema(example = "68719476736") @Nullable Double peakMemoryBytes,

            @Schema(example = "8") int processes) {

        private static UserResponse of(UserSums sums) {
            Use use = sums.use();
            return new UserResponse(
                    sums.user(),
                    HistorySummary.kilowattHours(use.joules()),
                    HistorySummary.rounded(use.seconds()),
                    HistorySummary.rounded(use.activeSeconds()),
                    HistorySummary.rounded(use.heldIdleSeconds()),
                    known(sums.peakMemory()),
                    sums.processes());
        }
    }
}
