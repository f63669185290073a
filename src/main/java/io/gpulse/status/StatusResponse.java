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

/**
 * State of gpulse itself.
 *
 * @param version Version of gpulse.
 * @param startedAt Start of this process.
 * @param uptimeSeconds Time since the start, in s.
 * @param source The source of the GPU readings.
 * @param checks Checks of the search for GPUs, in order.
 * @param steps Steps for a person that make missing GPUs available; empty when none is needed.
 * @param setup The search for the driver on this machine, with every source.
 * @param rounds Sampling rounds.
 * @param gpus State of each GPU, by index.
 * @param stream State of the stream.
 * @param connections Connections of clients.
 * @param history State of the history.
 * @param jvm Memory management of the JVM.
 * @param machine The machine that gpulse runs on, for comparison with that of a client.
 * @param failures Parts of gpulse whose last round failed. They try again; empty when all work.
 */
@Schema(name = "Status")
record StatusResponse(
        @Schema(example = "0.1.0") String version,

        @Schema(example = "2026-11-20T09:12:40.512Z") Instant startedAt,

        @Schema(example = "2841.2") Number uptimeSeconds,

        StatusSource source,

        List<Check> checks,

        List<Step> steps,

        MachineSetup setup,

        Rounds rounds,

        List<GpuStatus> gpus,

        StreamStatistics stream,

        ConnectionLimit.Statistics connections,

        HistoryStatistics history,

        JvmResponse jvm,

        Machine machine,

        List<FailureMonitor.Failure> failures) {

    /**
     * The source of the GPU readings, and its configuration.
     *
     * @param mode Value of `gpulse.source`.
     */
    @Schema(name = "StatusSource")
    record StatusSource(
            @JsonUnwrapped SourceResponse source,

            @Schema(example = "auto") String mode) {}

    /**
     * One check of the search for GPUs.
     *
     * @param name Name for programs.
     * @param title Name for people.
     * @param outcome Outcome.
     * @param detail Finding.
     */
    @Schema(name = "Check")
    record Check(
            @Schema(example = "library") String name,

            @Schema(example = "The driver's library is installed")
            String title,

            @Schema(example = "PASSED") Diagnosis.Outcome outcome,

            @Schema(example = "/usr/lib/x86_64-linux-gnu/libnvidia-ml.so.1") @Nullable
            String detail) {

        static Check of(Diagnosis.Check check) {
            return new Check(check.name(), check.title(), check.outcome(), check.detail());
        }
    }

    /**
     * One step for a person.
     *
     * @param title The step.
     * @param command The command for it; null when there is none.
     */
    @Schema(name = "Step")
    record Step(
            @Schema(example = "Look at the driver") String title,

            @Schema(example = "nvidia-smi") @Nullable String command) {

        static Step of(Diagnosis.Step step) {
            return new Step(step.title(), step.command());
        }
    }

    /**
     * The search for the driver on this machine. Files are checked once at the start, with every source, and without a
     * call of the driver.
     *
     * @param situation The missing part; READY when everything was found.
     * @param checks Checks by name: `library`, `module` (of the kernel), `nodes` (in /dev), `container` and `wsl`, in
     *     this order.
     * @param steps Three steps that connect the GPUs of this machine; empty while nvidia-smi delivers them.
     */
    @Schema(name = "MachineSetup")
    record MachineSetup(@Schema(example = "NO_DRIVER") Situation situation, List<Check> checks, List<Step> steps) {

        static MachineSetup of(Setup setup, List<Diagnosis.Step> steps) {
            return new MachineSetup(
                    setup.situation(),
                    setup.checks().stream().map(Check::of).toList(),
                    steps.stream().map(Step::of).toList());
        }
    }

    /**
     * Sampling rounds.
     *
     * @param completed Rounds since the start.
     * @param failures Rounds that failed because of a defect of gpulse; see its log.
     * @param skippedTicks Rounds skipped because the previous one had not finished.
     * @param restarts Number of times that the timer was restarted after 10 intervals without a round.
     * @param stale Whether the latest snapshot is stale: no round was published for three intervals and 5 s.
     * @param everyMillis Sampling interval in ms; null before the first round.
     * @param medianMillis Median duration of recent rounds in ms; null before the first.
     * @param p99Millis 99th percentile of the duration of recent rounds in ms; null before the first.
     */
    @Schema(name = "Rounds")
    record Rounds(
            @Schema(example = "2841") long completed,

            @Schema(example = "0") long failures,

            @Schema(example = "0") long skippedTicks,

            @Schema(example = "0") long restarts,

            @Schema(example = "false") boolean stale,

            @Schema(example = "1000") @Nullable Long everyMillis,

            @Schema(example = "8.4") @Nullable Number medianMillis,

            @Schema(example = "21.7") @Nullable Number p99Millis) {}

    /**
     * State of a GPU.
     *
     * @param index The driver's index, from 0.
     * @param uuid Identity of the GPU; null until the first response of the driver.
     * @param state State.
     * @param stateSince Start of this state.
     * @param stateDetail The call or code behind a state other than OK, as a sentence.
     */
    @Schema(name = "GpuStatus")
    record GpuStatus(
            @Schema(example = "0") int index,

            @Schema(example = "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77") @Nullable
            String uuid,

            @Schema(example = "OK") GpuState state,

            @Schema(example = "2026-11-20T09:12:44.120Z") Instant stateSince,

            @Schema(example = "null") @Nullable String stateDetail) {

        static GpuStatus of(GpuSample gpu) {
            return new GpuStatus(
                    gpu.index(),
                    gpu.uuid(),
                    gpu.state(),
                    gpu.condition().since(),
                    gpu.condition().detail());
        }
    }

    /**
     * The machine that gpulse runs on, for comparison with that of a client.
     *
     * @param bootId `/proc/sys/kernel/random/boot_id`, which changes at each boot; null when unknown.
     * @param pidNamespace Inode of gpulse's own PID namespace; null when unknown.
     */
    @Schema(name = "Machine")
    record Machine(
            @Schema(example = "5d1f2c7e-6a35-4f0e-9b0a-3f6f0c3f4c5e") @Nullable
            String bootId,

            @Schema(example = "4026531836") @Nullable Long pidNamespace) {

        static Machine of(MachineIdentity machine) {
            return new Machine(machine.bootId(), machine.pidNamespace());
        }
    }
}
