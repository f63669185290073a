package io.gpulse.history.accounting;

import org.jspecify.annotations.Nullable;

/**
 * Time of a GPU in one state. A run begins in one slice of {@link #SLICE_MILLIS} and ends with an interval that begins
 * in it; the next run then continues it.
 *
 * @param from in epoch ms
 * @param to in epoch ms
 * @param cause of the state; null when unknown, or when there is none
 */
public record StateRun(
        String uuid,
        long from,
        long to,
        GpuUse use,
        @Nullable String cause) {

    /** Length of a slice: rows of a limited length are found and deleted by the time when they begin. */
    public static final long SLICE_MILLIS = 600_000;
}
