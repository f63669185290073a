package io.gpulse.history.accounting;

import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Metric;
import java.util.List;

/** The shares of processes in a GPU's energy: all of it for a single process, otherwise by SM utilization. */
final class EnergyShares {

    private final int processes;
    private final double all;

    EnergyShares(List<ProcessSample> processes) {
        this.processes = processes.size();
        this.all = processes.stream().mapToDouble(EnergyShares::utilization).sum();
    }

    /** Returns whether there is a single process. */
    boolean isExclusive() {
        return this.processes == 1;
    }

    /** Returns the share from 0 to 1; NaN when unknown. */
    double of(ProcessSample process) {
        if (isExclusive()) {
            return 1;
        }
        // The sum is NaN when one utilization is unknown.
        return this.all > 0 ? utilization(process) / this.all : Double.NaN;
    }

    private static double utilization(ProcessSample process) {
        return process.readings().number(Metric.PROCESS_SM).orElse(Double.NaN);
    }
}
