package io.gpulse.history.sqlite;

/**
 * The selected columns of a row of a {@link SampleTable}.
 *
 * @param gpu number of the GPU or the MIG instance in the file; 0 for the host
 * @param at time of the sample, or begin of the minute or hour, in epoch ms
 * @param samples number of samples that the row aggregates
 * @param avg by metric; NaN where absent
 */
@SuppressWarnings("ArrayRecordComponent")
record SampleRow(long gpu, long at, int samples, double[] min, double[] avg, double[] max) {

    /** Creates the row of a single sample. */
    static SampleRow of(long gpu, long at, double[] values) {
        return new SampleRow(gpu, at, 1, values, values, values);
    }
}
