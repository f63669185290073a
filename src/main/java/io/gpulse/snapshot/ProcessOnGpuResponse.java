package io.gpulse.snapshot;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.gpulse.device.GpuSample;
import io.gpulse.device.NamespacedPid;
import io.gpulse.device.ProcessSample;
import io.gpulse.view.ProcessResponse;
import io.gpulse.view.View;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A process and the GPU that it uses, at one moment.
 *
 * @param gpu Index of the GPU.
 * @param uuid UUID of the GPU; null until the first response of the driver.
 * @param namespacePid PID in the innermost PID namespace of the process, for example its container's; null when
 *     unknown.
 * @param container Id of its container; null when there is none or it is unknown.
 */
@Schema(name = "ProcessOnGpu")
record ProcessOnGpuResponse(
        @Schema(example = "0") int gpu,

        @Schema(example = "GPU-8f6b2a90-1c2d-4e5f-8a9b-0c1d2e3f4a5b") @Nullable
        String uuid,

        @JsonUnwrapped ProcessResponse process,

        @Schema(example = "42") @Nullable Integer namespacePid,

        @Schema(example = "null") @Nullable String container) {

    static ProcessOnGpuResponse of(GpuSample gpu, ProcessSample process, View view) {
        NamespacedPid namespaced = process.namespaced();
        return new ProcessOnGpuResponse(
                gpu.index(),
                gpu.uuid(),
                ProcessResponse.of(process, view),
                namespaced == null ? null : namespaced.pid(),
                namespaced == null ? null : namespaced.container());
    }
}
