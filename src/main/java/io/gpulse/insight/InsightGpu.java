package io.gpulse.insight;

import io.gpulse.insight.window.GpuWindow;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A GPU of an insight or a check. */
@Schema(name = "InsightGpu", description = "A GPU.")
record InsightGpu(
        @Schema(description = "The driver's index, from 0.", example = "4")
        int index,

        @Schema(description = "Identity of the GPU; null until it has answered once.") @Nullable
        String uuid) {

    static InsightGpu of(GpuWindow gpu) {
        return new InsightGpu(gpu.index(), gpu.uuid());
    }

    /** Returns a key that is unique among GPUs. */
    String key() {
        return this.uuid == null ? "GPU-" + this.index : this.uuid;
    }
}
