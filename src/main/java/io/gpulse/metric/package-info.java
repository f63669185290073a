/**
 * The catalogue of metrics: their units, sources and panels, and what to do about absent readings.
 * <p>{@link io.gpulse.metric.Metric} is the catalogue; every other name for a metric is derived from its row.
 */
@NullMarked
package io.gpulse.metric;

import org.jspecify.annotations.NullMarked;
