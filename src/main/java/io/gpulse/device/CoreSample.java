package io.gpulse.device;

/**
 * One logical processor at one moment.
 *
 * @param core the kernel's number of it, from 0; numbers of those that are offline are left out
 */
public record CoreSample(int core, Readings readings) {}
