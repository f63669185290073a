package io.gpulse.security;

/**
 * Whether gpulse can be read by who says nothing of who they are.
 *
 * @param open whether everyone who reaches it may read
 */
public record AnonymousAccess(boolean open) {}
