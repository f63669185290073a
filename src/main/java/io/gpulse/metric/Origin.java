package io.gpulse.metric;

/** Where a row comes from, and what makes its unit ours. */
public record Origin(Probe probe, Scale scale) {}
