package io.gpulse.nvml.probe;

/**
 * What outlives the handle of a GPU.
 *
 * @param baselines of its counters; kept over sessions
 * @param gpmSamples memory of the driver's for its performance monitor; kept for a session
 * @param numbering how the driver numbers its fields
 */
public record SessionState(CounterBaselines baselines, GpmSamples gpmSamples, FieldNumbering numbering) {}
