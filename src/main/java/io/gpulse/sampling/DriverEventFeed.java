package io.gpulse.sampling;

import io.gpulse.device.DriverEvent;
import java.util.function.BooleanSupplier;
import reactor.core.publisher.Flux;

/**
 * What the driver reports by itself.
 *
 * @param events hot, never fails, ends with the sampler
 * @param listening whether the driver would tell of an event now
 */
public record DriverEventFeed(Flux<DriverEvent> events, BooleanSupplier listening) {}
