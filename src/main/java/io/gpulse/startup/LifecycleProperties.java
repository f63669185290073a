package io.gpulse.startup;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings for programs that start gpulse.
 *
 * @param portFile the file to which the port is written once gpulse listens; null for none
 * @param exitWithParent whether gpulse ends when its standard input is closed
 */
@ConfigurationProperties("gpulse")
record LifecycleProperties(
        @Nullable Path portFile, @DefaultValue("false") boolean exitWithParent) {}
