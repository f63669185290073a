package io.gpulse.start;

import io.gpulse.insight.InsightsResponse;
import io.gpulse.view.SnapshotResponse;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The first answer in JSON, as the contract describes it. */
@Schema(name = "Start", description = "What a page shows first.")
record StartResponse(
        @Schema(description = "The latest snapshot, with `view=core`.")
        SnapshotResponse snapshot,

        @Schema(description = "The samples before it.") StartSamples samples,

        @Schema(description = "The active insights; null before the rules were first checked.") @Nullable
        InsightsResponse insights) {}
