package io.gpulse.stream;

import io.gpulse.stream.wire.StreamFormat;
import io.gpulse.view.View;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a subscriber requested.
 *
 * @param gzip whether the response is compressed
 * @param after the id of the last event that it knows; null when it knows none
 * @param every the least time between two snapshots; zero for all
 * @param notices whether it wants what other features send beside snapshots
 */
record StreamRequest(
        View view,
        StreamFormat format,
        boolean gzip,
        @Nullable Long after,
        Duration every,
        boolean notices) {}
