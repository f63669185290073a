package io.gpulse.nvml.read;

import io.gpulse.metric.Probe;
import io.gpulse.nvml.probe.ProbeReaders;
import io.gpulse.nvml.probe.RowContext;

/**
 * Plans how probes of one GPU and its links are read.
 *
 * @param version changes with what is read
 */
record ProbePlanner(ProbeReaders readers, PlanVersion version) {

    PlannedProbe plan(Probe probe, RowContext row) {
        return new PlannedProbe(this.readers.bind(probe, row), this.version);
    }
}
