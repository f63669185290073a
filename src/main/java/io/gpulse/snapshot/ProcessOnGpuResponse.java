package io.gpulse.snapshot;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Reason;
import io.gpulse.view.ReadingsResponse;
import io.gpulse.view.View;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A process, and the GPU that it uses; one that uses several is told once for each. */
@Schema(name = "ProcessOnGpu", description = "A process that uses a GPU, and which, at one moment.")
record ProcessOnGpuResponse(
        @Schema(description = "Index of the GPU.", example = "0")
        int gpu,

        @Schema(
                description = "UUID of the GPU; null until it has answered once.",
                example = "GPU-8f6b2a90-1c2d-4e5f-8a9b-0c1d2e3f4a5b")
        @Nullable
        String uuid,

        @Schema(description = "Number of the process, of the machine, not of a container.", example = "41102")
        int pid,

        @Schema(description = "What it does on the GPU; see GpuProcess.", example = "COMPUTE")
        ProcessSample.Type type,

        @Schema(description = "What it is called; null when that cannot be told.", example = "python") @Nullable
        String name,

        @Schema(
                description = "When it was started; null when that cannot be told.",
                example = "2026-11-20T09:14:01.870Z")
        @Nullable
        Instant startedAt,

        @Schema(description = "Numbers by catalogue key, in the catalogue's unit. What is not known is not here.")
        Map<String, Number> values,

        @Schema(description = "Words by catalogue key.") Map<String, String> facts,

        @Schema(description = "Why a row is neither in `values` nor in `facts`, by catalogue key.")
        Map<String, Reason> absent) {

    static ProcessOnGpuResponse of(GpuSample gpu, ProcessSample process, View view) {
        GpuIdentity identity = gpu.identity();
        ReadingsResponse readings = ReadingsResponse.of(process.readings(), view);
        return new ProcessOnGpuResponse(
                gpu.index(),
                identity == null ? null : identity.uuid(),
                process.pid(),
                process.type(),
                process.name(),
                process.startedAt(),
                readings.values(),
                readings.facts(),
                readings.absent());
    }
}
