package io.gpulse.nvml.read;

import io.gpulse.metric.Probe;
import java.util.Map;

/**
 * What outlives a look at a GPU's handle.
 *
 * @param marks what its counters stood at; kept over sessions with the driver
 * @param monitorSamples memory of the driver's for its performance monitor; kept for a session
 * @param numbering how the driver numbers its fields
 */
public record SessionState(Map<Probe, CounterValue> marks, GpmSamples monitorSamples, FieldNumbering numbering) {}
