package io.gpulse.metric;

/** A source of a row, and the scale of its unit to the row's. */
public record ScaledProbe(Probe probe, Scale scale) {}
