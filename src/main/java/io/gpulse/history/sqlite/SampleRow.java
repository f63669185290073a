package io.gpulse.history.sqlite;

/**
 * A row of a table of samples, as far as it was asked for.
 *
 * @param gpu the GPU's number in the file; 0 for the machine
 * @param at when it was sampled, or when its minute or hour begins, in epoch ms
 * @param samples of how many samples it is made
 * @param avg by metric; NaN where absent
 */
@SuppressWarnings("ArrayRecordComponent")
record SampleRow(long gpu, long at, int samples, double[] min, double[] avg, double[] max) {

    /** A single sample. */
    static SampleRow of(long gpu, long at, double[] values) {
        return new SampleRow(gpu, at, 1, values, values, values);
    }
}
