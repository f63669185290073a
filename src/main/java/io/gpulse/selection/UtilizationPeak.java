package io.gpulse.selection;

import java.time.Duration;

/**
 * The maximum utilization of a GPU in a time span.
 *
 * @param most maximum utilization in percent
 * @param span the time span
 * @param again whether the span started when a GPU responded again
 */
record UtilizationPeak(double most, Duration span, boolean again) {}
