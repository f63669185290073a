package io.gpulse.insight;

import io.gpulse.insight.window.GpuWindow;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A GPU.
 *
 * @param index The driver's index, from 0.
 * @param uuid Identity of the GPU; null until it has answered once.
 */
@Schema(name = "InsightGpu")
record InsightGpu(
        @Schema(example = "4") int index, @Nullable String uuid) {

    static InsightGpu of(GpuWindow gpu) {
        return new InsightGpu(gpu.index(), gpu.uuid());
    }

    /** Returns a key that is unique among GPUs. */
    String key() {
        return this.uuid == null ? "GPU-" + this.index : this.uuid;
    }
}
