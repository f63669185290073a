package io.gpulse.history;

import java.util.List;

/**
 * A query of series.
 *
 * @param from in epoch ms, a multiple of the step
 * @param to in epoch ms, exclusive, a multiple of the step
 * @param stepMillis the width of a bucket
 * @param tier the coarsest rows that may be read
 */
public record WindowQuery(long from, long to, long stepMillis, Tier tier, List<SeriesKey> series) {

    public int buckets() {
        return Math.toIntExact((this.to - this.from) / this.stepMillis);
    }

    /** Returns whether one of the series is of a MIG instance. */
    boolean hasInstances() {
        return this.series.stream().anyMatch((key) -> key.subject().instance() != null);
    }
}
