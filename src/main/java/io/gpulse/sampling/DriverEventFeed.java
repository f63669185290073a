package io.gpulse.sampling;

import io.gpulse.device.DriverEvent;
import java.util.Set;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;

/**
 * The events that the driver reports by itself.
 *
 * @param events hot, never fails, ends with the sampler
 * @param monitored indices of the GPUs whose events the driver would report now
 */
public record DriverEventFeed(Flux<DriverEvent> events, Supplier<Set<Integer>> monitored) {}
