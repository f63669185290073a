package io.gpulse.sampling;

import io.gpulse.device.DriverEvent;
import java.util.Set;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;

/**
 * What the driver reports by itself.
 *
 * @param events hot, never fails, ends with the sampler
 * @param heard indices of the GPUs of which the driver would tell an event now
 */
public record DriverEventFeed(Flux<DriverEvent> events, Supplier<Set<Integer>> heard) {}
