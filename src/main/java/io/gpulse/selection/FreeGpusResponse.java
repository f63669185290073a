package io.gpulse.selection;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.view.JsonNumbers;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which GPUs are free, and why the others are not. */
@Schema(name = "FreeGpus", description = "Which GPUs are free, and why the others are not; each is in one list.")
record FreeGpusResponse(
        @Schema(description = "So many were asked for.", example = "1")
        int requested,

        @Schema(
                description = "For how long all that are free have been watched without a break, at most the window"
                        + " that was asked for; when none is free, for how long any has been.",
                example = "60")
        Number windowSeconds,

        @Schema(
                description = "At most as many as asked for: those with most free memory (in whole GiB) first, then by"
                        + " index.")
        List<Gpu> chosen,

        @Schema(description = "Free too, beyond what was asked for, in the same order.")
        List<Gpu> alsoFree,

        @Schema(description = "Those that are not free, by index.")
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
                    description = "Identity of the GPU; null until it has answered once.",
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
                    description = "Identity of the GPU; null until it has answered once.",
                    example = "GPU-8f6b2a90-1c2d-4e5f-8a9b-0c1d2e3f4a5b")
            @Nullable
            String uuid,

            @Schema(
                    description = "What speaks against it, as sentences.",
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
