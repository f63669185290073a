package io.gpulse.history.accounting;

import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Metric;
import java.util.List;

/** Which part of a GPU's energy is whose: all of it when there is one, by SM utilization where that is told of each. */
final class EnergyShares {

    private final int processes;
    private final double all;

    EnergyShares(List<ProcessSample> processes) {
        this.processes = processes.size();
        this.all = processes.stream().mapToDouble(EnergyShares::utilization).sum();
    }

    /** Whether there is one process. */
    boolean isExclusive() {
        return this.processes == 1;
    }

    /** From 0 to 1; NaN when nobody can say. */
    double of(ProcessSample process) {
        if (isExclusive()) {
            return 1;
        }
        // One that is not told makes the sum NaN.
        return this.all > 0 ? utilization(process) / this.all : Double.NaN;
    }

    private static double utilization(ProcessSample process) {
        return process.readings().number(Metric.PROCESS_SM).orElse(Double.NaN);
    }
}
