package io.gpulse.history.accounting;

import io.gpulse.device.Snapshot;

/**
 * A round with the time of its arrival.
 *
 * @param nanos time of a monotonic clock
 */
public record TimedSnapshot(Snapshot snapshot, long nanos) {}
