package io.gpulse.security;

/** The credentials that a client needs in order to read. */
public enum ReadAccess {
    /** None: every client that reaches gpulse may read. */
    OPEN,
    /** A bearer token. */
    TOKEN,
    /** A user and a password: no token has the scope {@code read}. */
    USER;

    static ReadAccess of(SecurityProperties properties) {
        if (properties.ofEveryone().contains(AccessScope.READ)) {
            return OPEN;
        }
        boolean hasToken = properties.tokens().values().stream()
                .anyMatch((token) -> token.scopes().contains(AccessScope.READ));
        return hasToken ? TOKEN : USER;
    }
}
