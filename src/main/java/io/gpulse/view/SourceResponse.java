package io.gpulse.view;

import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The source of the GPU readings. */
@Schema(name = "Source", description = "The source of the GPU readings.")
public record SourceResponse(
        @Schema(
                description =
                        "NVML (the driver's library), NVIDIA_SMI, DEMO (simulated), RECORDING (replayed), or NONE.",
                example = "NVML")
        SourceKind kind,

        @Schema(description = "Whether the readings are simulated or recorded, not live.", example = "false")
        boolean simulated,

        @Schema(description = "Version of the NVIDIA driver.", example = "580.95.05") @Nullable
        String driverVersion,

        @Schema(description = "Version of NVML.", example = "13.580.95") @Nullable
        String nvmlVersion,

        @Schema(description = "Newest CUDA version that the driver supports.", example = "13.0") @Nullable
        String cudaVersion,

        @Schema(
                description =
                        "Why there are no GPUs, or why they no longer respond, as a sentence; null when all is well.",
                example = "null")
        @Nullable
        String reason,

        @Schema(description = "Time of a recording that is replayed; null for other sources.", example = "null")
        @Nullable
        Instant recordedAt) {

    public static SourceResponse of(Source source) {
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
