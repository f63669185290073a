package io.gpulse.sampling;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The source of the readings of the GPUs.
 *
 * @param source {@code auto}: the driver, as soon as it is available, else nvidia-smi; {@code recording}: a replay of
 *     {@code gpulse.recording.file}
 * @param demoWhenNoGpu whether {@code auto} shows the demo while there is no GPU; {@code mvn spring-boot:run} sets
 *     it
 */
@ConfigurationProperties("gpulse")
record SourceProperties(
        @DefaultValue("auto") Mode source,
        @DefaultValue("false") boolean demoWhenNoGpu) {

    /** The values of {@code gpulse.source}. */
    enum Mode {
        AUTO,
        NVML,
        NVIDIA_SMI,
        DEMO,
        RECORDING,
        NONE
    }
}
