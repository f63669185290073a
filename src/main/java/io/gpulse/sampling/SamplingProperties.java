package io.gpulse.sampling;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How often a snapshot is taken.
 *
 * @param every from the beginning of a round to the beginning of the next, 100 ms to 60 s
 */
@Validated
@ConfigurationProperties("gpulse.sampling")
record SamplingProperties(
        @DurationMin(millis = 100, message = "a duration from 100ms to 60s")
        @DurationMax(seconds = 60, message = "a duration from 100ms to 60s")
        @DefaultValue("1s")
        Duration every) {}
