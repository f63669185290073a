package io.gpulse.sampling;

import io.gpulse.device.DriverEvent;
import reactor.core.publisher.Flux;

/**
 * What the driver reports by itself.
 *
 * @param events hot, never fails, ends with the sampler
 */
public record DriverEventFeed(Flux<DriverEvent> events) {}
