package io.gpulse.event;

/**
 * An event of the log.
 *
 * @param open whether it goes on
 */
public record LoggedEvent(GpuEvent event, boolean open) {}
