package io.gpulse.web;

import java.time.Duration;

/**
 * How the stream of snapshots fares.
 *
 * @param maxSubscribers of how many at once
 * @param dropped rounds that readers missed since the start, because they read too slowly or were away too long
 * @param replay the time that can be replayed
 * @param encodings different views that are listened to
 */
public record StreamStatistics(
        int subscribers, int maxSubscribers, long dropped, Duration replay, long replayBytes, int encodings) {}
