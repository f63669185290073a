package io.gpulse.nvml.session;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * How NVML is found.
 *
 * @param library path of the driver's library; looked for in the usual places when it is not given
 */
@ConfigurationProperties("gpulse.nvml")
record NvmlProperties(@Nullable Path library) {}
