package io.gpulse.sampling;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Through what GPUs are looked at.
 *
 * @param source {@code auto}: the driver, found again when it comes; {@code demo}: GPUs that do not exist;
 *     {@code recording}: what was recorded of another machine
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
