package io.gpulse.history;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far back a store reaches and what it takes.
 *
 * @param rawSince the oldest sample; null where there is none
 * @param minutesSince the oldest minute; null where there is none
 * @param hoursSince the oldest hour; null where there is none
 */
public record StoreExtent(
        @Nullable Instant rawSince,
        @Nullable Instant minutesSince,
        @Nullable Instant hoursSince,
        long sizeBytes,
        long maxBytes) {}
