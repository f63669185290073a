package io.gpulse.snapshot;

import io.gpulse.device.GpuSample;
import io.gpulse.view.MigResponse;
import io.gpulse.view.View;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * MIG instances of a GPU at one moment.
 *
 * @param gpu Index of the GPU.
 * @param uuid UUID of the GPU; null until the first response of the driver.
 * @param sampledAt When the GPU was last read; null before the first time.
 * @param mig The instances, by their ids.
 */
@Schema(name = "GpuMig")
record GpuMigResponse(
        @Schema(example = "0") int gpu,

        @Schema(example = "GPU-8f6b2a90-1c2d-4e5f-8a9b-0c1d2e3f4a5b") @Nullable
        String uuid,

        @Schema(example = "2026-11-20T10:00:01.003Z") @Nullable
        Instant sampledAt,

        List<MigResponse> mig) {

    static GpuMigResponse of(GpuSample gpu) {
        return new GpuMigResponse(
                gpu.index(),
                gpu.uuid(),
                gpu.sampledAt(),
                gpu.known().mig().stream()
                        .map((instance) -> MigResponse.of(instance, View.FULL))
                        .toList());
    }
}
