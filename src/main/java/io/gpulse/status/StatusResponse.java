package io.gpulse.status;

import io.gpulse.device.Diagnosis;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.web.FailureMonitor;
import io.gpulse.web.HistoryState;
import io.gpulse.web.HistoryStatistics;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What gpulse knows of itself. */
@Schema(name = "Status", description = "What gpulse knows of itself.")
record StatusResponse(
        @Schema(description = "Version of gpulse.", example = "0.1.0")
        String version,

        @Schema(description = "When this process started.", example = "2026-11-20T09:12:40.512Z")
        Instant startedAt,

        @Schema(description = "For how long it has run, in s.", example = "2841.2")
        Number uptimeSeconds,

        @Schema(description = "Through what the GPUs are seen.")
        StatusSource source,

        @Schema(description = "What was checked to find GPUs, in order.")
        List<Check> checks,

        @Schema(description = "What a person can do about what is missing; empty when nothing is.")
        List<Step> steps,

        @Schema(description = "How the rounds go.") Rounds rounds,

        @Schema(description = "How each GPU stands, by index.")
        List<GpuStatus> gpus,

        @Schema(description = "How the stream fares.") Stream stream,

        @Schema(description = "Connections of clients.") ConnectionsResponse connections,

        @Schema(description = "What is remembered.") History history,

        @Schema(description = "How the JVM treats memory.") JvmResponse jvm,

        @Schema(description = "The machine that gpulse runs on, to compare with that of a client.")
        MachineResponse machine,

        @Schema(description = "Parts of gpulse whose last round failed, and which try again; empty when all work.")
        List<FailureResponse> failures) {

    /** A part of gpulse that fails. */
    @Schema(name = "Failure", description = "A part of gpulse that fails.")
    record FailureResponse(
            @Schema(description = "Its name for programs.", example = "events")
            String part,

            @Schema(
                    description = "What fails, as a sentence.",
                    example = "Detection of events fails: java.lang.IllegalStateException: closed")
            String detail) {

        static FailureResponse of(FailureMonitor.Failure failure) {
            return new FailureResponse(failure.part(), failure.detail());
        }
    }

    /** Through what the GPUs are seen, and what was configured. */
    @Schema(name = "StatusSource", description = "Through what the GPUs are seen, and what was configured.")
    record StatusSource(
            @Schema(
                    description =
                            "NVML (the driver's library), NVIDIA_SMI, DEMO (simulated), RECORDING (replayed), or NONE.",
                    example = "NVML")
            SourceKind kind,

            @Schema(
                    description =
                            "Whether the numbers are not those of GPUs of this machine, now: made up, or recorded.",
                    example = "false")
            boolean simulated,

            @Schema(description = "Version of the NVIDIA driver.", example = "580.95.05") @Nullable
            String driverVersion,

            @Schema(description = "Version of NVML.", example = "13.580.95") @Nullable
            String nvmlVersion,

            @Schema(description = "Newest CUDA that the driver can run.", example = "13.0") @Nullable
            String cudaVersion,

            @Schema(description = "Why there are no GPUs, as a sentence; null when all is well.", example = "null")
            @Nullable
            String reason,

            @Schema(
                    description = "When what is replayed was recorded; null for what is not a recording.",
                    example = "null")
            @Nullable
            Instant recordedAt,

            @Schema(description = "The configured `gpulse.source`.", example = "auto")
            String mode) {

        static StatusSource of(Source source, String mode) {
            return new StatusSource(
                    source.kind(),
                    source.simulated(),
                    source.driverVersion(),
                    source.nvmlVersion(),
                    source.cudaVersion(),
                    source.reason(),
                    source.recordedAt(),
                    mode);
        }
    }

    /** One thing that was checked. */
    @Schema(name = "Check", description = "One thing that was checked.")
    record Check(
            @Schema(description = "Its name for programs.", example = "library")
            String name,

            @Schema(description = "Its name for people.", example = "The driver's library is installed")
            String title,

            @Schema(description = "How it came out.", example = "PASSED")
            Diagnosis.Outcome outcome,

            @Schema(description = "What was found.", example = "/usr/lib/x86_64-linux-gnu/libnvidia-ml.so.1") @Nullable
            String detail) {

        static Check of(Diagnosis.Check check) {
            return new Check(check.name(), check.title(), check.outcome(), check.detail());
        }
    }

    /** One thing to do. */
    @Schema(name = "Step", description = "One thing to do.")
    record Step(
            @Schema(description = "What to do.", example = "Look at what the driver says")
            String title,

            @Schema(description = "The command that does it; null when there is none.", example = "nvidia-smi")
            @Nullable
            String command) {

        static Step of(Diagnosis.Step step) {
            return new Step(step.title(), step.command());
        }
    }

    /** How the rounds go. */
    @Schema(name = "Rounds", description = "How the rounds go.")
    record Rounds(
            @Schema(description = "Rounds since the start.", example = "2841")
            long completed,

            @Schema(description = "Rounds that failed by a mistake of gpulse's own; its log says why.", example = "0")
            long failures,

            @Schema(description = "Rounds left out because the one before was not over.", example = "0")
            long skippedTicks,

            @Schema(
                    description = "How often the timer of the rounds was created again, because no round had been taken"
                            + " for 10 intervals.",
                    example = "0")
            long restarts,

            @Schema(
                    description = "Whether the latest snapshot is stale: no round was published for three intervals and"
                            + " 5 s.",
                    example = "false")
            boolean stale,

            @Schema(description = "Time from round to round, in ms; null before the first.", example = "1000") @Nullable
            Long everyMillis,

            @Schema(
                    description = "What half of the latest rounds took at most, in ms; null before the first.",
                    example = "8.4")
            @Nullable
            Number medianMillis,

            @Schema(
                    description = "What 99 of 100 of the latest rounds took at most, in ms; null before the first.",
                    example = "21.7")
            @Nullable
            Number p99Millis) {}

    /** How a GPU stands. */
    @Schema(name = "GpuStatus", description = "How a GPU stands.")
    record GpuStatus(
            @Schema(description = "The driver's index, from 0.", example = "0")
            int index,

            @Schema(
                    description = "Identity of the GPU; null until it has answered once.",
                    example = "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77")
            @Nullable
            String uuid,

            @Schema(description = "How it stands.", example = "OK")
            GpuState state,

            @Schema(description = "Since when it stands so.", example = "2026-11-20T09:12:44.120Z")
            Instant stateSince,

            @Schema(description = "The call or code behind any state but OK, as a sentence.", example = "null")
            @Nullable
            String stateDetail) {

        static GpuStatus of(GpuSample gpu) {
            GpuIdentity identity = gpu.identity();
            return new GpuStatus(
                    gpu.index(),
                    identity == null ? null : identity.uuid(),
                    gpu.state(),
                    gpu.condition().since(),
                    gpu.condition().detail());
        }
    }

    /** What is remembered. */
    @Schema(name = "HistoryStatus", description = "What is remembered.")
    record History(
            @Schema(
                    description = "RECORDING; MEMORY_ONLY where nothing can be written; SUSPENDED while a disk is"
                            + " full or fails; LOCKED while another gpulse has the file; REFUSED when it is of a newer"
                            + " one, of another program or user, or no file; OPENING at the start; OFF when it is"
                            + " switched off.",
                    example = "RECORDING")
            HistoryState state,

            @Schema(
                    description = "What is to be said about it, as a sentence; null when all is well.",
                    example = "null")
            @Nullable
            String detail,

            @Schema(description = "The oldest sample.", example = "2026-11-19T09:12:44.120Z") @Nullable
            Instant rawSince,

            @Schema(description = "The oldest minute.", example = "2026-10-21T09:12:00.000Z") @Nullable
            Instant minutesSince,

            @Schema(description = "The oldest hour.", example = "2026-10-21T09:00:00.000Z") @Nullable
            Instant hoursSince,

            @Schema(description = "What it takes, in bytes.", example = "148373504") @Nullable
            Long sizeBytes,

            @Schema(description = "What it may take, in bytes.", example = "1073741824") @Nullable
            Long maxBytes) {

        static History of(HistoryStatistics statistics) {
            return new History(
                    statistics.state(),
                    statistics.detail(),
                    statistics.rawSince(),
                    statistics.minutesSince(),
                    statistics.hoursSince(),
                    statistics.sizeBytes(),
                    statistics.maxBytes());
        }
    }

    /** How the stream fares. */
    @Schema(name = "Stream", description = "How the stream fares.")
    record Stream(
            @Schema(description = "Who listens now.", example = "3")
            int subscribers,

            @Schema(description = "How many may.", example = "1000")
            int maxSubscribers,

            @Schema(
                    description = "Snapshots that readers missed since the start, being slow or away too long.",
                    example = "0")
            long dropped,

            @Schema(description = "Time that can be replayed, in s.", example = "300")
            Number replaySeconds,

            @Schema(description = "Memory that this takes, in bytes.", example = "4718592")
            long replayBytes,

            @Schema(description = "Different views that are listened to.", example = "1")
            int encodings) {}
}
