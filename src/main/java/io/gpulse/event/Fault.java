package io.gpulse.event;

import java.time.Instant;

/**
 * A fault that the driver reported.
 *
 * @param last when it was last reported
 */
public record Fault(GpuEvent event, Instant last) {}
