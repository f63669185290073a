package io.gpulse.history;

import io.gpulse.metric.Metric;

/** The key of a series: a metric of a subject. */
public record SeriesKey(Subject subject, Metric metric) {}
