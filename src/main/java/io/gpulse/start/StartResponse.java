package io.gpulse.start;

import io.gpulse.insight.InsightsResponse;
import io.gpulse.view.SnapshotResponse;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The first answer in JSON, as the contract describes it.
 *
 * @param snapshot The latest snapshot, with `view=core`.
 * @param samples The samples before it.
 * @param insights The active insights; null before the rules were first checked.
 */
@Schema(name = "Start", description = "What a page shows first.")
record StartResponse(
        SnapshotResponse snapshot,

        StartSamples samples,

        @Nullable InsightsResponse insights) {}
