package io.gpulse.security;

import io.gpulse.web.ClientAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AbstractAuthenticationToken;

/** The credentials of a request, before verification. */
final class UnverifiedCredentials extends AbstractAuthenticationToken {

    private static final long serialVersionUID = 1L;

    private final @Nullable String user;
    private final transient String secret;
    private final transient ClientAddress from;

    private UnverifiedCredentials(@Nullable String user, String secret, ClientAddress from) {
        super(List.of());
        this.user = user;
        this.secret = secret;
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
        return this.user;
    }

    String secret() {
        return this.secret;
    }

    ClientAddress from() {
        return this.from;
    }

    @Override
    public Object getCredentials() {
        return this.secret;
    }

    @Override
    public Object getPrincipal() {
        return this.user == null ? "" : this.user;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    /** Omits the secret. */
    @Override
    public String toString() {
        return "UnverifiedCredentials";
    }
}
