package io.gpulse.web.connection;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Connections of clients.
 *
 * @param maxConnections maximum of open connections, 1 to 1000000; empty: direct memory / 64 KiB, at least 256; 10,000
 *     readers need 10500, {@code -Xmx512m}
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
