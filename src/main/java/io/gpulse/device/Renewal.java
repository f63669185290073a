package io.gpulse.device;

/**
 * A request to close a session that works, and to open the next one.
 *
 * @param why a sentence
 * @param routine whether it is part of normal operation, so that it is not reported
 */
public record Renewal(String why, boolean routine) {}
