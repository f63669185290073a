package io.gpulse.history.summary;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who used which GPU. */
@Schema(name = "Usage", description = "Who used which GPU, when and how much.")
record UsageResponse(
        @Schema(
                description = "Beginning of the first ten minutes that are counted.",
                example = "2026-11-20T10:00:00.000Z")
        Instant from,

        @Schema(description = "End of the last ten minutes that are counted.", example = "2026-11-20T22:00:00.000Z")
        Instant to,

        @Schema(description = "Whether the numbers are not those of GPUs of this machine.", example = "false")
        boolean simulated,

        @Schema(description = "Processes on GPUs, in the order in which they came; one on two GPUs is there twice.")
        List<IntervalResponse> intervals,

        @Schema(
                description = "How many more there are: those that were there for the shortest time are left out. The"
                        + " users' sums have them all.",
                example = "0")
        int omitted,

        @Schema(description = "Sums by user, most energy first.")
        List<UserResponse> users) {

    /** A process on one GPU. */
    @Schema(name = "UsageInterval", description = "A process on one GPU. Numbers are of the time that was asked for.")
    record IntervalResponse(
            @Schema(description = "UUID of the GPU.", example = "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77")
            String gpu,

            @Schema(description = "The driver's index when it was seen last.", example = "0")
            int index,

            @Schema(description = "As the driver tells it: of the machine, not of a container.", example = "48213")
            int pid,

            @Schema(
                    description = "Who started it; null when it is not known.",
                    types = {"string", "null"},
                    example = "mchen")
            @Nullable
            String user,

            @Schema(
                    description = "What it is called, without its arguments; null when it is not known.",
                    types = {"string", "null"},
                    example = "python")
            @Nullable
            String name,

            @Schema(description = "When it was seen on the GPU first.", example = "2026-11-20T10:12:01.003Z")
            Instant startedAt,

            @Schema(
                    description = "When it was seen there last; null while it is there.",
                    types = {"string", "null"},
                    example = "2026-11-20T19:44:07.003Z")
            @Nullable
            Instant endedAt,

            @Schema(
                    description = "The most device memory that it had, ever; null when it is not known.",
                    types = {"number", "null"},
                    example = "68719476736")
            @Nullable
            Double peakMemoryBytes,

            @Schema(
                    description = "Mean share of the time in which a kernel of it ran, in percent, over the time in"
                            + " which the driver told; null when it never did.",
                    types = {"number", "null"},
                    example = "87.2")
            @Nullable
            Double meanUtilization,

            @Schema(
                    description = "Its part of what the GPU used; null when it is not known.",
                    types = {"number", "null"},
                    example = "1.62")
            @Nullable
            Double energyKilowattHours,

            @Schema(description = "How its part was told from that of others.", example = "EXCLUSIVE")
            EnergyShare energyShare) {}

    /** How the energy of a GPU was divided. The names are part of the public contract. */
    enum EnergyShare {
        /** It was alone on the GPU, and has all of it. */
        EXCLUSIVE,
        /** By SM utilization, while others were there. */
        BY_SM,
        /** For some of the time nobody could say; that time's energy is nobody's. */
        SHARED
    }

    /** Sums of a user. */
    @Schema(name = "UsageOfUser", description = "What the processes of one user used.")
    record UserResponse(
            @Schema(
                    description = "Null: all those whose user is not known.",
                    types = {"string", "null"},
                    example = "mchen")
            @Nullable
            String user,

            @Schema(
                    description = "Their part of what GPUs used; null when it is not known.",
                    types = {"number", "null"},
                    example = "12.4")
            @Nullable
            Double energyKilowattHours,

            @Schema(description = "Process seconds on GPUs.", example = "86400.0")
            double seconds,

            @Schema(description = "Of them, those in which the process computed.", example = "79200.0")
            double activeSeconds,

            @Schema(description = "Of them, those in which it held the GPU and did not compute.", example = "7100.0")
            double heldIdleSeconds,

            @Schema(
                    description = "The most device memory that one of the processes had; null when it is not known.",
                    types = {"number", "null"},
                    example = "68719476736")
            @Nullable
            Double peakMemoryBytes,

            @Schema(description = "How many processes they were; one on two GPUs counts twice.", example = "8")
            int processes) {}
}
