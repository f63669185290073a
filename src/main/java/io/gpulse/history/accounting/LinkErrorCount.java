package io.gpulse.history.accounting;

import io.gpulse.metric.Metric;

/**
 * An error counter of a link, when it had changed.
 *
 * @param uuid of the GPU
 * @param link the driver's number of the link
 * @param metric a row of the catalogue
 * @param at when it was seen so first, in epoch ms
 * @param count errors since the driver was loaded
 */
public record LinkErrorCount(String uuid, int link, Metric metric, long at, long count) {}
