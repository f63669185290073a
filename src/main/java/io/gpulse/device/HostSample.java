package io.gpulse.device;

/** The machine at one moment. */
public record HostSample(String hostname, Readings readings) {}
