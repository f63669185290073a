package io.gpulse.security;

/** The credentials that a client needs in order to read. */
public enum ReadAccess {
    /** None: every client that reaches gpulse may read. */
    OPEN,
    /** A bearer token. */
    TOKEN,
    /** A user and a password: no token is configured. */
    USER;

    static ReadAccess of(SecurityProperties properties) {
        if (properties.ofEveryone().contains(AccessScope.READ)) {
            return OPEN;
        }
        return properties.tokens().isEmpty() ? USER : TOKEN;
    }
}
