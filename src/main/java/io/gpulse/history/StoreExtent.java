package io.gpulse.history;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The time span and the size of a store.
 *
 * @param rawSince the oldest sample; null when there is none
 * @param minutesSince the oldest minute; null when there is none
 * @param hoursSince the oldest hour; null when there is none
 */
public record StoreExtent(
        @Nullable Instant rawSince,
        @Nullable Instant minutesSince,
        @Nullable Instant hoursSince,
        long sizeBytes,
        long maxBytes) {}
