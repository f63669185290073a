package io.gpulse.wrong.device;

import io.gpulse.wrong.metric.Upward;

/** Built rightly, but for what it is asked to hold. */
public record Downward(Upward metric) {}
