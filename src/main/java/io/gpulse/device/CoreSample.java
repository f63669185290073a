package io.gpulse.device;

/**
 * One logical processor at one moment.
 *
 * @param core the kernel's number, from 0; those of offline processors are left out
 */
public record CoreSample(int core, Readings readings) {}
