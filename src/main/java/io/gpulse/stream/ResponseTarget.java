package io.gpulse.stream;

/**
 * What one subscriber is written.
 *
 * @param coding this response's own
 * @param representation what it shares with others
 */
record ResponseTarget(ContentCoding coding, Representation representation, ClientConnection connection) {}
