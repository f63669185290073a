package io.gpulse.security;

import io.gpulse.web.ClientAddress;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;

/** The credentials of a request, before verification. */
final class UnverifiedCredentials extends UsernamePasswordAuthenticationToken {

    private static final long serialVersionUID = 1L;

    private final transient ClientAddress from;

    private UnverifiedCredentials(@Nullable String user, String secret, ClientAddress from) {
        super(user, secret);
        this.from = from;
    }

    static UnverifiedCredentials token(String token, ClientAddress from) {
        return new UnverifiedCredentials(null, token, from);
    }

    static UnverifiedCredentials password(String user, String password, ClientAddress from) {
        return new UnverifiedCredentials(user, password, from);
    }

    /** Returns the credentials of a form: a password where a user is named, otherwise a token. */
    static UnverifiedCredentials typed(String user, String secret, ClientAddress from) {
        return user.isBlank() ? token(secret.strip(), from) : password(user.strip(), secret, from);
    }

    /** Returns the user; null for a token. */
    @Nullable
    String user() {
        return (String) getPrincipal();
    }

    String secret() {
        return String.valueOf(getCredentials());
    }

    ClientAddress from() {
        return this.from;
    }
}
