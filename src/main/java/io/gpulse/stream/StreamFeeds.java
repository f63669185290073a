package io.gpulse.stream;

import io.gpulse.device.Snapshot;
import io.gpulse.web.StreamEvents;
import reactor.core.publisher.Flux;

/**
 * What the stream is made of.
 *
 * @param snapshots one per round, hot
 * @param notices what other features send between them
 */
record StreamFeeds(Flux<Snapshot> snapshots, Flux<StreamEvents.Notice> notices) {}
