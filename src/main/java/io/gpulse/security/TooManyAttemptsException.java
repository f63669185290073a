package io.gpulse.security;

import java.time.Duration;
import org.springframework.security.core.AuthenticationException;

/** Somebody has been wrong so often that the next attempt has to wait. */
final class TooManyAttemptsException extends AuthenticationException {

    private static final long serialVersionUID = 1L;

    private final Duration wait;

    TooManyAttemptsException(Duration wait) {
        super("Too many attempts");
        this.wait = wait;
    }

    /** In whole seconds, as {@code Retry-After} tells it. */
    String seconds() {
        return Long.toString(Math.max(1, this.wait.plusMillis(999).toSeconds()));
    }
}
