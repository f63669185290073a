package io.gpulse.nvml.session;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Whether processes are read from the driver.
 *
 * @param enabled whether processes are read, of GPUs and of the machine
 */
@ConfigurationProperties("gpulse.processes")
public record ProcessSourceProperties(@DefaultValue("true") boolean enabled) {

    /** Returns the source, with or without processes. */
    public NvmlSource limit(NvmlSource source) {
        return this.enabled ? source : source.withoutProcesses();
    }
}
