package io.gpulse.host;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The machine that gpulse runs on.
 *
 * @param hostname name of the machine, for containers, whose kernel has another one; empty: the kernel's
 */
@ConfigurationProperties("gpulse")
record MachineProperties(@Nullable String hostname) {}
