package io.gpulse.stream.wire;

/**
 * The destination of one subscriber's bytes.
 *
 * @param coding of this response alone
 * @param representation shared with other subscribers
 */
public record ResponseTarget(ContentCoding coding, Representation representation, ClientConnection connection) {}
