package io.gpulse.device;

/**
 * One physical disk at one moment.
 *
 * @param disk the kernel's name of it
 */
public record DiskSample(String disk, Readings readings) {}
