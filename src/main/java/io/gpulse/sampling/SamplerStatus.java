package io.gpulse.sampling;

import io.gpulse.device.Diagnosis;
import java.time.Duration;

/**
 * The statistics of the sampler.
 *
 * @param rounds how many have been taken
 * @param failures how many of them failed by a defect of gpulse
 * @param skippedTicks how many rounds were skipped because the one before was still being taken
 * @param median of the last rounds' durations
 * @param p99 99th percentile of the last rounds' durations
 * @param mode the source as configured
 */
public record SamplerStatus(
        long rounds,
        long failures,
        long skippedTicks,
        Duration median,
        Duration p99,
        Diagnosis diagnosis,
        String mode) {}
