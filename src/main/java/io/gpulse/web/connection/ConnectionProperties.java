package io.gpulse.web.connection;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Connections of clients.
 *
 * @param maxConnections how many can be open at once; null for as many as the direct memory of the JVM is enough for
 */
@ConfigurationProperties("gpulse.web")
record ConnectionProperties(@Nullable Integer maxConnections) {

    private static final int MOST = 1_000_000;

    ConnectionProperties {
        if (maxConnections != null && (maxConnections < 1 || maxConnections > MOST)) {
            throw new IllegalArgumentException(
                    "gpulse.web.max-connections is a whole number from 1 to " + MOST + ", not " + maxConnections);
        }
    }
}
