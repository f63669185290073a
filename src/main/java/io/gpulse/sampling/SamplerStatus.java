package io.gpulse.sampling;

import io.gpulse.device.Diagnosis;
import java.time.Duration;

/**
 * What the sampler knows of itself.
 *
 * @param rounds so many have been taken
 * @param failures so many of them broke off by a fault of gpulse
 * @param skippedTicks so many fell due while a round was still being taken
 * @param median of the last rounds' durations
 * @param p99 99 of 100 of the last rounds took no longer
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
