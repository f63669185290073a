package io.gpulse.sampling;

import io.gpulse.device.Diagnosis;
import java.time.Duration;

/**
 * The statistics of the sampler.
 *
 * @param rounds number of rounds taken
 * @param failures number of rounds that failed by a defect of gpulse
 * @param skippedTicks number of rounds skipped because the one before was still in progress
 * @param restarts how often the timer of the rounds was created again because no round was taken
 * @param median of the last rounds' durations
 * @param p99 99th percentile of the last rounds' durations
 * @param mode the source as configured
 * @param ofThisMachine whether the GPUs are those of this machine, as far as the source reports
 */
public record SamplerStatus(
        long rounds,
        long failures,
        long skippedTicks,
        long restarts,
        Duration median,
        Duration p99,
        Diagnosis diagnosis,
        String mode,
        boolean ofThisMachine) {}
