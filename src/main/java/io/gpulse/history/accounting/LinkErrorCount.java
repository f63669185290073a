package io.gpulse.history.accounting;

import io.gpulse.metric.Metric;

/**
 * A changed error counter of a link.
 *
 * @param uuid of the GPU
 * @param link the driver's number of the link
 * @param metric a row of the catalogue
 * @param at time of the first sample with this count, in epoch ms
 * @param count errors since the driver was loaded
 */
public record LinkErrorCount(String uuid, int link, Metric metric, long at, long count) {}
