package io.gpulse.nvml.session;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How NVML is found.
 *
 * @param library path of the driver's library; looked for in the usual places when it is not given
 * @param wakeSleepingGpus whether a GPU in runtime suspend (D3) is opened, which wakes it
 */
@ConfigurationProperties("gpulse.nvml")
record NvmlProperties(
        @Nullable Path library, @DefaultValue("true") boolean wakeSleepingGpus) {

    /** The source, with the permission to wake GPUs. */
    NvmlSource limit(NvmlSource source) {
        return this.wakeSleepingGpus ? source : source.withoutWaking();
    }
}
