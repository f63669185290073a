package io.gpulse.selection;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.gpulse.device.GpuSample;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * The free GPUs, and the reasons against the others.
 *
 * @param requested Requested number of GPUs.
 * @param windowSeconds Time span that was sampled without a gap for all free GPUs, at most the requested window; when
 *     none is free, the longest span of any GPU; 0 with `mig`.
 * @param chosen At most the requested number of free GPUs: by free memory (in whole GiB), then by index. With `mig`:
 *     free instances by the index of their GPU, then by place.
 * @param alsoFree Further free GPUs, in the same order.
 * @param rejected GPUs, or with `mig` instances, that are not free, by index.
 * @param gpus All GPUs with the facts of the decision, by index.
 */
@Schema(name = "FreeGpus")
record FreeGpusResponse(
        @Schema(example = "1") int requested,

        @Schema(example = "60") Number windowSeconds,

        List<FreeGpu> chosen,

        List<FreeGpu> alsoFree,

        List<Rejected> rejected,

        List<GpuAvailability> gpus) {

    /** Returns the selected GPUs as variables for CUDA programs. */
    String environment() {
        return FreeGpu.environment(this.chosen);
    }

    /**
     * A GPU that is not free.
     *
     * @param reasons Reasons as sentences.
     */
    @Schema(name = "RejectedGpu")
    record Rejected(
            @JsonUnwrapped FreeGpu gpu,

            @Schema(example = "[\"Its utilization was up to 97 % in the last 60 s.\", \"2 processes use it.\"]")
            List<String> reasons) {

        static Rejected of(GpuSample gpu, List<Obstacle> obstacles) {
            return new Rejected(
                    FreeGpu.of(gpu), obstacles.stream().map(Obstacle::sentence).toList());
        }
    }
}
