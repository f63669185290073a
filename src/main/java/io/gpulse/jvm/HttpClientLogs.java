package io.gpulse.jvm;

import java.util.List;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** The JDK's own logs of its HTTP client, which have addresses and headers. */
public final class HttpClientLogs {

    /** Loggers are kept only while they are referenced. */
    private static final List<Logger> LOGS = Stream.of("jdk.internal.httpclient.debug", "jdk.httpclient.HttpClient")
            .map(Logger::getLogger)
            .toList();

    private HttpClientLogs() {}

    /** Closes them at every level that can be configured. */
    public static void close() {
        LOGS.forEach((log) -> log.setFilter((record) -> false));
    }
}
