package io.gpulse.security;

import java.time.Duration;
import org.springframework.security.core.AuthenticationException;

/** Too many failed attempts; the next one must wait. */
final class TooManyAttemptsException extends AuthenticationException {

    private static final long serialVersionUID = 1L;

    private final Duration wait;

    TooManyAttemptsException(Duration wait) {
        super("Too many attempts");
        this.wait = wait;
    }

    /** Returns the time to wait in whole seconds, for {@code Retry-After}. */
    String seconds() {
        return Long.toString(Math.max(1, this.wait.plusMillis(999).toSeconds()));
    }
}
