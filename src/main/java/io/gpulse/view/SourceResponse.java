package io.gpulse.view;

import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Through what the GPUs are seen. */
@Schema(name = "Source", description = "Through what the GPUs are seen.")
record SourceResponse(
        @Schema(
                description =
                        "NVML (the driver's library), NVIDIA_SMI, DEMO (simulated), RECORDING (replayed), or NONE.",
                example = "NVML")
        SourceKind kind,

        @Schema(
                description = "Whether the numbers are not those of GPUs of this machine, now: made up, or recorded.",
                example = "false")
        boolean simulated,

        @Schema(description = "Version of the NVIDIA driver.", example = "580.95.05") @Nullable
        String driverVersion,

        @Schema(description = "Version of NVML.", example = "13.580.95") @Nullable
        String nvmlVersion,

        @Schema(description = "Newest CUDA that the driver can run.", example = "13.0") @Nullable
        String cudaVersion,

        @Schema(
                description =
                        "Why there are no GPUs, or why those there were do not answer, as a sentence; null when all"
                                + " is well.",
                example = "null")
        @Nullable
        String reason,

        @Schema(description = "When what is replayed was recorded; null for what is not a recording.", example = "null")
        @Nullable
        Instant recordedAt) {

    static SourceResponse of(Source source) {
        return new SourceResponse(
                source.kind(),
                source.simulated(),
                source.driverVersion(),
                source.nvmlVersion(),
                source.cudaVersion(),
                source.reason(),
                source.recordedAt());
    }
}
