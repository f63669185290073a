package io.gpulse.wrong.device;

import io.gpulse.wrong.metric.Upward;

/** A correct package except for this import. */
public record Downward(Upward metric) {}
