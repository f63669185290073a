package io.gpulse.view;

import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Reason;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A process that uses a GPU. */
@Schema(name = "GpuProcess", description = "A process that uses a GPU, at one moment.")
public record ProcessResponse(
        @Schema(description = "Number of the process, of the machine, not of a container.", example = "41102")
        int pid,

        @Schema(
                description = "What it does on the GPU: COMPUTE, GRAPHICS, COMPUTE_AND_GRAPHICS, or MPS (computes"
                        + " through the Multi-Process Service).",
                example = "COMPUTE")
        ProcessSample.Type type,

        @Schema(description = "What it is called; null when it is not known.", example = "python") @Nullable
        String name,

        @Schema(description = "When it was started; null when it is not known.", example = "2026-11-20T09:14:01.870Z")
        @Nullable
        Instant startedAt,

        @Schema(description = "Numbers by catalogue key, in the catalogue's unit. What is not known is not here.")
        Map<String, Number> values,

        @Schema(description = "Words by catalogue key.") Map<String, String> facts,

        @Schema(description = "Why a row is neither in `values` nor in `facts`, by catalogue key.")
        Map<String, Reason> absent) {

    public static ProcessResponse of(ProcessSample process, View view) {
        ReadingsResponse readings = ReadingsResponse.of(process.readings(), view);
        return new ProcessResponse(
                process.pid(),
                process.type(),
                process.name(),
                process.startedAt(),
                readings.values(),
                readings.facts(),
                readings.absent());
    }
}
