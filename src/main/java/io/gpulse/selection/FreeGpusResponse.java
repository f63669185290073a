package io.gpulse.selection;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
 */
@Schema(name = "FreeGpus")
record FreeGpusResponse(
        @Schema(example = "1") int requested,

        @Schema(example = "60") Number windowSeconds,

        List<Gpu> chosen,

        List<Gpu> alsoFree,

        List<Rejected> rejected,

        List<GpuAvailability> gpus) {

    /** Returns the selected GPUs for {@code CUDA_VISIBLE_DEVICES}: by index where a UUID is that of several GPUs. */
    String visibleDevices() {
        List<String> uuids = this.chosen.stream()
                .flatMap((gpu) -> Stream.ofNullable(gpu.uuid()))
                .toList();
        return uuids.stream().noneMatch(GpuIdentity::isShared)
                ? String.join(",", uuids)
                : this.chosen.stream()
                        .map((gpu) -> Integer.toString(gpu.index()))
                        .collect(Collectors.joining(","));
    }

    /**
     * A GPU that is free.
     *
     * @param index The driver's index, from 0.
     * @param uuid Identity of the GPU, or with `mig` of the MIG instance, for `CUDA_VISIBLE_DEVICES`; null until the
     *     first response of the driver.
     */
    @Schema(name = "FreeGpu")
    record Gpu(
            @Schema(example = "2") int index,

            @Schema(example = "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77") @Nullable
            String uuid) {

        static Gpu of(GpuSample gpu) {
            return new Gpu(gpu.index(), gpu.uuid());
        }
    }

    /**
     * A GPU that is not free.
     *
     * @param reasons Reasons as sentences.
     */
    @Schema(name = "RejectedGpu")
    record Rejected(
            @JsonUnwrapped Gpu gpu,

            @Schema(example = "[\"Its utilization was up to 97 % in the last 60 s.\", \"2 processes use it.\"]")
            List<String> reasons) {

        static Rejected of(GpuSample gpu, List<Obstacle> obstacles) {
            return new Rejected(
                    Gpu.of(gpu), obstacles.stream().map(Obstacle::sentence).toList());
        }
    }
}
