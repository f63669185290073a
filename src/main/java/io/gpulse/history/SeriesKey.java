package io.gpulse.history;

import io.gpulse.metric.Metric;

/** One line of a chart: a metric of a subject. */
public record SeriesKey(Subject subject, Metric metric) {}
