package io.gpulse.nvml.session;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of NVML.
 *
 * @param library the driver's library; empty: the usual places
 * @param wakeSleepingGpus whether a GPU in runtime suspend (D3) is opened, which wakes it
 */
@ConfigurationProperties("gpulse.nvml")
record NvmlProperties(
        @Nullable Path library, @DefaultValue("true") boolean wakeSleepingGpus) {

    /** Returns the source, with or without the permission to wake GPUs. */
    NvmlSource limit(NvmlSource source) {
        return this.wakeSleepingGpus ? source : source.withoutWaking();
    }
}
