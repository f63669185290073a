package io.gpulse.history;

/**
 * A minute of a GPU.
 *
 * @param at begin of the minute, in epoch ms
 * @param samples number of samples that it aggregates
 * @param min in the order of {@link StoredMetrics}; NaN where absent; must not be changed
 * @param avg in the same order
 * @param max in the same order
 */
@SuppressWarnings("ArrayRecordComponent")
public record StoredMinute(Subject subject, long at, int samples, double[] min, double[] avg, double[] max) {}
