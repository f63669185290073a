package io.gpulse.status;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.gpulse.device.Diagnosis;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.MachineIdentity;
import io.gpulse.setup.Setup;
import io.gpulse.setup.Situation;
import io.gpulse.view.SourceResponse;
import io.gpulse.web.FailureMonitor;
import io.gpulse.web.HistoryStatistics;
import io.gpulse.web.StreamStatistics;
import io.gpulse.web.connection.ConnectionLimit;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The state of gpulse itself. */
@Schema(name = "Status", description = "State of gpulse itself.")
record StatusResponse(
        @Schema(description = "Version of gpulse.", example = "0.1.0")
        String version,

        @Schema(description = "Start of this process.", example = "2026-11-20T09:12:40.512Z")
        Instant startedAt,

        @Schema(description = "Time since the start, in s.", example = "2841.2")
        Number uptimeSeconds,

        @Schema(description = "The source of the GPU readings.")
        StatusSource source,

        @Schema(description = "Checks of the search for GPUs, in order.")
        List<Check> checks,

        @Schema(description = "Steps for a person that make missing GPUs available; empty when none is needed.")
        List<Step> steps,

        @Schema(description = "The search for the driver on this machine, with every source.")
        MachineSetup setup,

        @Schema(description = "Sampling rounds.") Rounds rounds,

        @Schema(description = "State of each GPU, by index.")
        List<GpuStatus> gpus,

        @Schema(description = "State of the stream.") StreamStatistics stream,

        @Schema(description = "Connections of clients.") ConnectionLimit.Statistics connections,

        @Schema(description = "State of the history.") HistoryStatistics history,

        @Schema(description = "Memory management of the JVM.")
        JvmResponse jvm,

        @Schema(description = "The machine that gpulse runs on, for comparison with that of a client.")
        Machine machine,

        @Schema(description = "Parts of gpulse whose last round failed. They try again; empty when all work.")
        List<FailureMonitor.Failure> failures) {

    @Schema(name = "StatusSource", description = "The source of the GPU readings, and its configuration.")
    record StatusSource(
            @JsonUnwrapped SourceResponse source,

            @Schema(description = "Value of `gpulse.source`.", example = "auto")
            String mode) {}

    @Schema(name = "Check", description = "One check of the search for GPUs.")
    record Check(
            @Schema(description = "Name for programs.", example = "library")
            String name,

            @Schema(description = "Name for people.", example = "The driver's library is installed")
            String title,

            @Schema(description = "Outcome.", example = "PASSED")
            Diagnosis.Outcome outcome,

            @Schema(description = "Finding.", example = "/usr/lib/x86_64-linux-gnu/libnvidia-ml.so.1") @Nullable
            String detail) {

        static Check of(Diagnosis.Check check) {
            return new Check(check.name(), check.title(), check.outcome(), check.detail());
        }
    }

    @Schema(name = "Step", description = "One step for a person.")
    record Step(
            @Schema(description = "The step.", example = "Look at the driver")
            String title,

            @Schema(description = "The command for it; null when there is none.", example = "nvidia-smi") @Nullable
            String command) {

        static Step of(Diagnosis.Step step) {
            return new Step(step.title(), step.command());
        }
    }

    @Schema(
            name = "MachineSetup",
            description = "The search for the driver on this machine. Files are checked once at the start, with every"
                    + " source, and without a call of the driver.")
    record MachineSetup(
            @Schema(description = "The missing part; READY when everything was found.", example = "NO_DRIVER")
            Situation situation,

            @Schema(
                    description = "Checks by name: `library`, `module` (of the kernel), `nodes` (in /dev), `container`"
                            + " and `wsl`, in this order.")
            List<Check> checks,

            @Schema(
                    description =
                            "Three steps that connect the GPUs of this machine; empty while nvidia-smi delivers them.")
            List<Step> steps) {

        static MachineSetup of(Setup setup, List<Diagnosis.Step> steps) {
            return new MachineSetup(
                    setup.situation(),
                    setup.checks().stream().map(Check::of).toList(),
                    steps.stream().map(Step::of).toList());
        }
    }

    @Schema(name = "Rounds", description = "Sampling rounds.")
    record Rounds(
            @Schema(description = "Rounds since the start.", example = "2841")
            long completed,

            @Schema(description = "Rounds that failed because of a defect of gpulse; see its log.", example = "0")
            long failures,

            @Schema(description = "Rounds skipped because the previous one had not finished.", example = "0")
            long skippedTicks,

            @Schema(
                    description = "Number of times that the timer was restarted after 10 intervals without a round.",
                    example = "0")
            long restarts,

            @Schema(
                    description = "Whether the latest snapshot is stale: no round was published for three intervals and"
                            + " 5 s.",
                    example = "false")
            boolean stale,

            @Schema(description = "Sampling interval in ms; null before the first round.", example = "1000") @Nullable
            Long everyMillis,

            @Schema(description = "Median duration of recent rounds in ms; null before the first.", example = "8.4")
            @Nullable
            Number medianMillis,

            @Schema(
                    description = "99th percentile of the duration of recent rounds in ms; null before the first.",
                    example = "21.7")
            @Nullable
            Number p99Millis) {}

    @Schema(name = "GpuStatus", description = "State of a GPU.")
    record GpuStatus(
            @Schema(description = "The driver's index, from 0.", example = "0")
            int index,

            @Schema(
                    description = "Identity of the GPU; null until the first response of the driver.",
                    example = "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77")
            @Nullable
            String uuid,

            @Schema(description = "State.", example = "OK") GpuState state,

            @Schema(description = "Start of this state.", example = "2026-11-20T09:12:44.120Z")
            Instant stateSince,

            @Schema(description = "The call or code behind a state other than OK, as a sentence.", example = "null")
            @Nullable
            String stateDetail) {

        static GpuStatus of(GpuSample gpu) {
            return new GpuStatus(
                    gpu.index(),
                    gpu.uuid(),
                    gpu.state(),
                    gpu.condition().since(),
                    gpu.condition().detail());
        }
    }

    @Schema(name = "Machine", description = "The machine that gpulse runs on, for comparison with that of a client.")
    record Machine(
            @Schema(
                    description = "`/proc/sys/kernel/random/boot_id`, which changes at each boot; null when unknown.",
                    example = "5d1f2c7e-6a35-4f0e-9b0a-3f6f0c3f4c5e")
            @Nullable
            String bootId,

            @Schema(description = "Inode of gpulse's own PID namespace; null when unknown.", example = "4026531836")
            @Nullable
            Long pidNamespace) {

        static Machine of(MachineIdentity machine) {
            return new Machine(machine.bootId(), machine.pidNamespace());
        }
    }
}
