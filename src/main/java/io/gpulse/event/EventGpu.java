package io.gpulse.event;

/**
 * The GPU that an event is about.
 *
 * @param index the driver's index when it happened
 */
public record EventGpu(int index, String uuid) {}
