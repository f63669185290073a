package io.gpulse.sampling;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The source of the readings of the GPUs.
 *
 * @param source {@code auto}: the driver, as soon as it is present; {@code demo}: simulated GPUs;
 *     {@code recording}: a replayed recording
 * @param demoWhenNoGpu whether {@code auto} shows the demo while there is no GPU
 */
@ConfigurationProperties("gpulse")
record SourceProperties(
        @DefaultValue("auto") Mode source,
        @DefaultValue("false") boolean demoWhenNoGpu) {

    /** The values of {@code gpulse.source}. */
    enum Mode {
        AUTO,
        NVML,
        DEMO,
        RECORDING,
        NONE
    }
}
