package io.gpulse.selection;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.gpulse.device.GpuSample;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

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
 * @param note Remark about the request: that nothing was held for it. Absent when it did not wait.
 */
@Schema(name = "FreeGpus")
record FreeGpusResponse(
        @Schema(example = "1") int requested,

        @Schema(example = "60") Number windowSeconds,

        List<FreeGpu> chosen,

        List<FreeGpu> alsoFree,

        List<Rejected> rejected,

        List<GpuAvailability> gpus,

        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Schema(example = FreeGpusResponse.NOT_HELD, requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        @Nullable
        String note) {

    private static final String NOT_HELD = "Nothing is held for this request: POST /api/v1/holds holds GPUs.";

    /** Returns it with at most the requested number of GPUs as chosen. */
    FreeGpusResponse limited() {
        int count = Math.min(this.requested, this.chosen.size());
        return new FreeGpusResponse(
                this.requested,
                this.windowSeconds,
                this.chosen.subList(0, count),
                this.chosen.subList(count, this.chosen.size()),
                this.rejected,
                this.gpus,
                this.note);
    }

    /** Returns it as the response to a request that waited. */
    FreeGpusResponse waited() {
        return new FreeGpusResponse(
                this.requested, this.windowSeconds, this.chosen, this.alsoFree, this.rejected, this.gpus, NOT_HELD);
    }

    boolean isEnough() {
        return this.chosen.size() >= this.requested;
    }

    /** Returns what a person waits for: which GPUs are free, the reasons against the others, and who has them. */
    List<Object> summary() {
        return List.of(
                this.chosen,
                this.rejected.stream().map(Rejected::gpu).toList(),
                this.gpus.stream()
                        .map((gpu) -> Arrays.asList(
                                gpu.obstacles(),
                                gpu.users(),
                                gpu.hold() == null ? null : gpu.hold().holder()))
                        .toList());
    }

    /** Returns how many are missing, and why, in a sentence each. */
    String shortage() {
        String free = this.requested + " requested, " + this.chosen.size() + " free.";
        return this.rejected.stream()
                .map((one) -> " GPU " + one.gpu().index() + ": " + String.join(" ", one.reasons()))
                .collect(Collectors.joining("", free, ""));
    }

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
