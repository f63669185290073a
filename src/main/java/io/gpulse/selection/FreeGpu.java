package io.gpulse.selection;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A GPU that is free.
 *
 * @param index The driver's index, from 0.
 * @param uuid Identity of the GPU, or with `mig` of the MIG instance, for `CUDA_VISIBLE_DEVICES`; null until the first
 *     response of the driver.
 */
@Schema(name = "FreeGpu")
public record FreeGpu(
        @Schema(example = "2") int index,

        @Schema(example = "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77") @Nullable
        String uuid) {

    static FreeGpu of(GpuSample gpu) {
        return new FreeGpu(gpu.index(), gpu.uuid());
    }

    /** Returns what identifies it: an index is given to another GPU when one is removed. */
    String key() {
        return this.uuid == null ? Integer.toString(this.index) : this.uuid;
    }

    /**
     * Returns the variables with which CUDA programs use these GPUs: by index where several GPUs have one UUID. UUIDs
     * need no order; it is for programs that use indexes.
     */
    public static String environment(List<FreeGpu> gpus) {
        List<String> uuids =
                gpus.stream().flatMap((gpu) -> Stream.ofNullable(gpu.uuid())).toList();
        String visible = uuids.stream().noneMatch(GpuIdentity::isShared)
                ? String.join(",", uuids)
                : gpus.stream().map((gpu) -> Integer.toString(gpu.index())).collect(Collectors.joining(","));
        return "CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=" + visible;
    }
}
