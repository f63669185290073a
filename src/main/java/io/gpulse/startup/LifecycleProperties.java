package io.gpulse.startup;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings for programs that start gpulse.
 *
 * @param portFile file to which the port is written once gpulse listens; empty: none
 * @param exitWithParent whether gpulse exits at the end of its standard input
 */
@ConfigurationProperties("gpulse")
record LifecycleProperties(
        @Nullable Path portFile, @DefaultValue("false") boolean exitWithParent) {}
