package io.gpulse.stream;

import io.gpulse.stream.wire.StreamFormat;
import io.gpulse.view.View;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The request of a subscriber.
 *
 * @param gzip whether the response is compressed
 * @param after id of the last event received; null if there is none
 * @param every minimum time between two snapshots; zero for every round
 * @param notices whether to send the messages of other features
 */
record StreamRequest(
        View view,
        StreamFormat format,
        boolean gzip,
        @Nullable Long after,
        Duration every,
        boolean notices) {}
