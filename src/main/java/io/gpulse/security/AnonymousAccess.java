package io.gpulse.security;

/**
 * The access of clients without credentials.
 *
 * @param open whether every client that reaches gpulse may read
 */
public record AnonymousAccess(boolean open) {}
