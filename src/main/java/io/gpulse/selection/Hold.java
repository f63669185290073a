package io.gpulse.selection;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;

/**
 * GPUs, or MIG instances, that are held for a caller: until then they are not free for others. Nothing prevents a
 * program from using them.
 *
 * @param id Its id.
 * @param holder For whom.
 * @param gpus Those still held. One leaves the hold when a new process is on it; the hold ends with the last one.
 * @param environment Variables with which a CUDA program uses the GPUs that were held at first.
 * @param until When it ends unless it is renewed.
 */
@Schema(name = "Hold")
record Hold(
        @Schema(example = "6f1c2a90d4e8") String id,

        @Schema(example = "anna") String holder,

        List<FreeGpu> gpus,

        @Schema(example = "CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77")
        String environment,

        @Schema(example = "2026-11-20T10:01:01.003Z") Instant until) {

    /**
     * For whom a GPU is held.
     *
     * @param holder The holder.
     * @param until When the hold ends unless it is renewed.
     * @param seconds Seconds until then.
     */
    @Schema(name = "HeldFor")
    record For(
            @Schema(example = "anna") String holder,

            @Schema(example = "2026-11-20T10:01:01.003Z") Instant until,

            @Schema(example = "42") long seconds) {

        /** Returns it without a subject: "held for 42 s by anna". */
        String words() {
            return "held for " + this.seconds + " s by " + this.holder;
        }
    }
}
