package io.gpulse.device;

/**
 * One network interface at one moment.
 *
 * @param network the interface's name
 */
public record NetworkSample(String network, Readings readings) {}
