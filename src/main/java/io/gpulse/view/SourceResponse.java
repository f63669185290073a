package io.gpulse.view;

import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The source of the GPU readings.
 *
 * @param kind NVML (the driver's library), NVIDIA_SMI, DEMO (simulated), RECORDING (replayed), or NONE.
 * @param simulated Whether the readings are simulated or recorded, not live.
 * @param driverVersion Version of the NVIDIA driver.
 * @param nvmlVersion Version of NVML.
 * @param cudaVersion Newest CUDA version that the driver supports.
 * @param reason Why there are no GPUs, or why they no longer respond, as a sentence; null when all is well.
 * @param recordedAt Time of a recording that is replayed; null for other sources.
 */
@Schema(name = "Source")
public record SourceResponse(
        @Schema(example = "NVML") SourceKind kind,

        @Schema(example = "false") boolean simulated,

        @Schema(example = "580.95.05") @Nullable String driverVersion,

        @Schema(example = "13.580.95") @Nullable String nvmlVersion,

        @Schema(example = "13.0") @Nullable String cudaVersion,

        @Schema(example = "null") @Nullable String reason,

        @Schema(example = "null") @Nullable Instant recordedAt) {

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
