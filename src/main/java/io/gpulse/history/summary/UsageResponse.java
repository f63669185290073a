package io.gpulse.history.summary;

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

/** The usage of GPUs by processes and users. */
@Schema(name = "Usage", description = "Usage of GPUs by processes and users.")
record UsageResponse(
        @Schema(description = "Begin of the first counted minute.", example = "2026-11-20T10:00:00.000Z")
        Instant from,

        @Schema(description = "End of the last counted minute.", example = "2026-11-20T22:00:00.000Z")
        Instant to,

        @Schema(description = "Whether the GPUs are simulated or recorded ones.", example = "false")
        boolean simulated,

        @Schema(description = "Processes on GPUs, in the order of `firstSeenAt`; one on two GPUs is listed twice.")
        List<IntervalResponse> intervals,

        @Schema(
                description = "Number of omitted processes, those with the least time on a GPU. The sums of users"
                        + " include them.",
                example = "0")
        int omitted,

        @Schema(description = "Sums by user, most energy first.")
        List<UserResponse> users) {

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
                usage.users().stream().map(UserResponse::of).toList());
    }

    private static @Nullable Double known(double value) {
        return Double.isNaN(value) ? null : value;
    }

    /** A process on one GPU. */
    @Schema(name = "UsageInterval", description = "A process on one GPU. Numbers cover the requested time span.")
    record IntervalResponse(
            @Schema(description = "UUID of the GPU.", example = "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77")
            String gpu,

            @Schema(description = "The driver's index when the GPU was last seen.", example = "0")
            int index,

            @Schema(description = "PID as the driver reports it: of the host, not of a container.", example = "48213")
            int pid,

            @Schema(description = "User; null when unknown.", example = "mchen") @Nullable
            String user,

            @Schema(description = "Name without arguments; null when unknown.", example = "python") @Nullable
            String name,

            @Schema(
                    description = "Program: the script, module or archive that an interpreter runs, else the"
                            + " executable; null when unknown.",
                    example = "train.py")
            @Nullable
            String program,

            @Schema(
                    description = "Id of the GPU instance of the MIG instance that it last used; null on a GPU that is"
                            + " not split.",
                    example = "3")
            @Nullable
            Integer gpuInstance,

            @Schema(description = "Id of the compute instance in it; null as above.", example = "0") @Nullable
            Integer computeInstance,

            @Schema(
                    description = "Start of the process itself, which may be long before it used the GPU; `firstSeenAt`"
                            + " when unknown. It is rounded: it can be after `firstSeenAt`, and after `endedAt`"
                            + " when one round only listed the process.",
                    example = "2026-11-20T10:11:58.120Z")
            Instant startedAt,

            @Schema(
                    description = "Begin of its counted time on the GPU: the round before the first one that lists it,"
                            + " at the earliest the first round of gpulse.",
                    example = "2026-11-20T10:12:01.003Z")
            Instant firstSeenAt,

            @Schema(
                    description = "Time when the process was last seen on the GPU, once the GPU lists its processes"
                            + " without it; null while it runs, and while it is unknown whether it runs: then"
                            + " `lastSeenAt` is older than the last samples.",
                    example = "2026-11-20T19:44:07.003Z")
            @Nullable
            Instant endedAt,

            @Schema(
                    description = "Time when the process was last seen on the GPU, also while it runs: older than the"
                            + " last samples when the GPU does not answer, or gpulse did not run.",
                    example = "2026-11-20T19:44:07.003Z")
            Instant lastSeenAt,

            @Schema(description = "Maximum device memory, ever; null when unknown.", example = "68719476736") @Nullable
            Double peakMemoryBytes,

            @Schema(
                    description = "Mean share of the time in which a kernel of the process ran, in percent, over the"
                            + " time in which the driver reported it; null when it never did.",
                    example = "87.2")
            @Nullable
            Double meanUtilization,

            @Schema(description = "Share of the GPU's energy; null when unknown.", example = "1.62") @Nullable
            Double energyKilowattHours,

            @Schema(description = "Method by which the share was determined.", example = "EXCLUSIVE")
            EnergyShare energyShare) {

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

    /** The sums of a user. */
    @Schema(name = "UsageOfUser", description = "Sums over the processes of one user.")
    record UserResponse(
            @Schema(description = "User; null for all processes whose user is unknown.", example = "mchen") @Nullable
            String user,

            @Schema(description = "Share of the GPUs' energy; null when unknown.", example = "12.4") @Nullable
            Double energyKilowattHours,

            @Schema(description = "Process seconds on GPUs.", example = "86400.0")
            double seconds,

            @Schema(description = "The part of them in which a kernel of the process ran.", example = "79200.0")
            double activeSeconds,

            @Schema(description = "The part of them in which none ran.", example = "7100.0")
            double heldIdleSeconds,

            @Schema(description = "Maximum device memory of one process; null when unknown.", example = "68719476736")
            @Nullable
            Double peakMemoryBytes,

            @Schema(description = "Number of processes; one on two GPUs counts twice.", example = "8")
            int processes) {

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
