package io.gpulse.nvml.probe;

/**
 * The state of a GPU that outlives its handle.
 *
 * @param baselines of its counters, kept over sessions
 * @param gpmSamples memory of the driver for its performance monitor, kept for a session
 * @param numbering the driver's numbering of fields
 */
public record SessionState(CounterBaselines baselines, GpmSamples gpmSamples, FieldNumbering numbering) {}
