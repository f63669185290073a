package io.gpulse.web.connection;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Connections of clients.
 *
 * @param maxConnections maximum number of open connections; null to derive it from the JVM's direct memory
 */
@ConfigurationProperties("gpulse.web")
record ConnectionProperties(@Nullable Integer maxConnections) {

    private static final int LIMIT = 1_000_000;

    ConnectionProperties {
        if (maxConnections != null && (maxConnections < 1 || maxConnections > LIMIT)) {
            throw new IllegalArgumentException(
                    "gpulse.web.max-connections is a whole number from 1 to " + LIMIT + ", not " + maxConnections);
        }
    }
}
