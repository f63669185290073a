package io.gpulse.api;

import java.time.Duration;

/**
 * How the stream fares.
 *
 * @param dropped rounds that readers missed since the start, because they read too slowly or were away too long
 * @param replay the time that can be replayed
 * @param encodings different views that are listened to
 */
record StreamFigures(int subscribers, long dropped, Duration replay, long replayBytes, int encodings) {}
