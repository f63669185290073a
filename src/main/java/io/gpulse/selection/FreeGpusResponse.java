package io.gpulse.selection;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.view.JsonNumbers;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The free GPUs, and the reasons against the others. */
@Schema(name = "FreeGpus", description = "The free GPUs, and the reasons against the others; each is in one list.")
record FreeGpusResponse(
        @Schema(description = "Requested number of GPUs.", example = "1")
        int requested,

        @Schema(
                description =
                        "Time span that was sampled without a gap for all free GPUs, at most the requested window;"
                                + " when none is free, the longest span of any GPU.",
                example = "60")
        Number windowSeconds,

        @Schema(
                description =
                        "At most the requested number of free GPUs: by free memory (in whole GiB), then by index.")
        List<Gpu> chosen,

        @Schema(description = "Further free GPUs, in the same order.")
        List<Gpu> alsoFree,

        @Schema(description = "GPUs that are not free, by index.")
        List<Rejected> rejected) {

    static FreeGpusResponse of(int requested, Selection selection) {
        return new FreeGpusResponse(
                requested,
                JsonNumbers.seconds(selection.window()),
                selection.chosen().stream().map(Gpu::of).toList(),
                selection.alsoFree().stream().map(Gpu::of).toList(),
                selection.rejected().stream().map(Rejected::of).toList());
    }

    @Schema(name = "FreeGpu", description = "A GPU that is free.")
    record Gpu(
            @Schema(description = "The driver's index, from 0.", example = "2")
            int index,

            @Schema(
                    description = "Identity of the GPU; null until the first response of the driver.",
                    example = "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77")
            @Nullable
            String uuid) {

        static Gpu of(GpuSample gpu) {
            return new Gpu(gpu.index(), uuidOf(gpu));
        }
    }

    @Schema(name = "RejectedGpu", description = "A GPU that is not free.")
    record Rejected(
            @Schema(description = "The driver's index, from 0.", example = "0")
            int index,

            @Schema(
                    description = "Identity of the GPU; null until the first response of the driver.",
                    example = "GPU-8f6b2a90-1c2d-4e5f-8a9b-0c1d2e3f4a5b")
            @Nullable
            String uuid,

            @Schema(
                    description = "Reasons as sentences.",
                    example = "[\"Its utilization was up to 97 % in the last 60 s.\", \"2 processes use it.\"]")
            List<String> reasons) {

        static Rejected of(Selection.Rejected rejected) {
            return new Rejected(rejected.gpu().index(), uuidOf(rejected.gpu()), rejected.reasons());
        }
    }

    private static @Nullable String uuidOf(GpuSample gpu) {
        GpuIdentity identity = gpu.identity();
        return identity == null ? null : identity.uuid();
    }
}
