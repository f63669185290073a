package io.gpulse.history.accounting;

import io.gpulse.device.Snapshot;

/**
 * A round, and when it arrived.
 *
 * @param nanos of a monotonic clock, which nobody sets
 */
public record TimedSnapshot(Snapshot snapshot, long nanos) {}
