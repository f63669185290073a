package io.gpulse.insight.rule;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Unit;
import org.jspecify.annotations.Nullable;

/**
 * A number that a rule has judged by.
 *
 * @param metric the row that it is of; null where it is of none
 * @param name what it is, in a word or two
 * @param threshold what it was compared with; null where it only explains
 * @param windowSeconds what span of time it is of; null when it is of now
 * @param gpu UUID of the GPU; null when it is of the machine, or of several
 */
public record Evidence(
        @Nullable Metric metric,
        Phrase name,
        double value,
        Unit unit,
        @Nullable Double threshold,
        @Nullable Double windowSeconds,
        @Nullable String gpu) {}
