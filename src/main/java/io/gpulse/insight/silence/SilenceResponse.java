package io.gpulse.insight.silence;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A silence in JSON. */
@Schema(name = "Silence", description = "A silence: insights that it covers are not listed as active.")
record SilenceResponse(
        @Schema(
                description = "Its id, which is never reused; `config-0` and so on for configured silences.",
                example = "1795168801007")
        String id,

        @Schema(description = "Id of the rule.", example = "idle-allocated")
        String rule,

        @Schema(
                description = "UUID of the GPU, or the configured name of an absent GPU; null for all.",
                example = "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77")
        @Nullable
        String gpu,

        @Schema(description = "PID or name of the process; null for all.", example = "python") @Nullable
        String process,

        @Schema(
                description = "When it ends; null for a configured silence, which does not end.",
                example = "2026-11-20T12:12:01.003Z")
        @Nullable
        Instant until,

        @Schema(description = "Reason.", example = "inference server, holds its memory on purpose")
        String reason,

        @Schema(
                description = "When it was added; the start of gpulse for a configured silence.",
                example = "2026-11-20T10:12:01.003Z")
        Instant createdAt) {

    static SilenceResponse of(Silence silence) {
        return new SilenceResponse(
                silence.id(),
                silence.rule(),
                silence.gpu(),
                silence.process(),
                silence.until(),
                silence.reason(),
                silence.createdAt());
    }

    /** All silences. */
    @Schema(name = "Silences", description = "The silences in force.")
    record SilencesResponse(
            @Schema(description = "Configured silences first, then the oldest first.")
            List<SilenceResponse> silences) {}
}
