package io.gpulse.selection;

import java.time.Duration;

/**
 * How much a GPU was used, over a while.
 *
 * @param most the greatest utilization in percent
 * @param span the while
 * @param again whether the while began when a GPU that was not to be seen could be seen again
 */
record UtilizationPeak(double most, Duration span, boolean again) {}
