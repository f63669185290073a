package io.gpulse.sampling;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where the readings of the GPUs come from.
 *
 * @param source {@code auto}: the driver, as soon as it is there; {@code demo}: simulated GPUs;
 *     {@code recording}: a replayed recording
 * @param demoWhenNoGpu whether {@code auto} shows the demo while there is no GPU
 */
@ConfigurationProperties("gpulse")
record SourceProperties(
        @DefaultValue("auto") Mode source,
        @DefaultValue("false") boolean demoWhenNoGpu) {

    /** What may be configured. */
    enum Mode {
        AUTO,
        NVML,
        DEMO,
        RECORDING,
        NONE
    }
}
