/**
 * The vocabulary: what can be known, in which unit, from which source, on which panel, and what to do when it is
 * absent.
 * <p>{@link io.gpulse.metric.Metric} is the catalogue; every other name for a metric is derived from its row.
 */
@NullMarked
package io.gpulse.metric;

import org.jspecify.annotations.NullMarked;
