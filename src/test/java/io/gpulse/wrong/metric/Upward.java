package io.gpulse.wrong.metric;

import io.gpulse.wrong.device.Downward;

/** Built wrongly on purpose: the vocabulary knows a port, which knows the vocabulary; and no package-info is here. */
public record Upward(Downward device) {}
