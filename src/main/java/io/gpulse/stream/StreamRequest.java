package io.gpulse.stream;

import io.gpulse.view.View;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a subscriber requested.
 *
 * @param coding makes the coding that it is written in
 * @param after the id of the last event that it knows; null when it knows none
 * @param every the least time between two snapshots; zero for all
 * @param notices whether it wants what other features send beside snapshots
 */
record StreamRequest(
        View view,
        StreamFormat format,
        Supplier<ContentCoding> coding,
        @Nullable Long after,
        Duration every,
        boolean notices) {}
