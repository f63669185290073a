package io.gpulse.stream;

import io.gpulse.device.Snapshot;
import io.gpulse.web.StreamEvents;
import reactor.core.publisher.Flux;

/**
 * The inputs of the stream.
 *
 * @param snapshots one per round, hot
 * @param notices messages of other features
 */
record StreamFeeds(Flux<Snapshot> snapshots, Flux<StreamEvents.Notice> notices) {}
