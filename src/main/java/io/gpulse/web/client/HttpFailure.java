package io.gpulse.web.client;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Why an exchange has no response. */
public enum HttpFailure {
    TIMEOUT,
    UNKNOWN_HOST,
    TLS,
    UNREACHABLE,
    /** Another reason, such as a connection that ends early. */
    BROKEN;

    /** Returns the first reason that the failure, or a cause of it, is. */
    public static HttpFailure of(Throwable failure) {
        if (is(failure, TimeoutException.class) || is(failure, HttpTimeoutException.class)) {
            return TIMEOUT;
        }
        if (is(failure, UnknownHostException.class)) {
            return UNKNOWN_HOST;
        }
        if (is(failure, SSLException.class)) {
            return TLS;
        }
        return is(failure, ConnectException.class) ? UNREACHABLE : BROKEN;
    }

    private static boolean is(Throwable failure, Class<?> kind) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause).anyMatch(kind::isInstance);
    }
}
