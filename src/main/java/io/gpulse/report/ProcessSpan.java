package io.gpulse.report;

import io.gpulse.report.GpuRound.ProcessRound;

/** One process on one GPU over a span. */
final class ProcessSpan {

    private ProcessRound latest;
    private double peak = Double.NaN;
    private double utilization;
    private double seconds;

    ProcessSpan(ProcessRound first) {
        this.latest = first;
    }

    /** @param weight the seconds that the round stands for */
    void add(ProcessRound round, double weight) {
        this.latest = known(round);
        if (!Double.isNaN(round.memory())) {
            this.peak = Double.isNaN(this.peak) ? round.memory() : Math.max(this.peak, round.memory());
        }
        if (!Double.isNaN(round.utilization())) {
            this.utilization += round.utilization() * weight;
            this.seconds += weight;
        }
    }

    /** The driver may list a process that has ended for another round, in which the host does not know it. */
    private ProcessRound known(ProcessRound round) {
        boolean ended = round.namespaced() == null && round.user() == null;
        return ended ? this.latest : round;
    }

    /** The process as it was in the last round in which the host knew it, or else in its first one. */
    ProcessRound latest() {
        return this.latest;
    }

    /** The most memory that it had, in bytes; NaN when it is not known. */
    double peak() {
        return this.peak;
    }

    /** Mean over the rounds in which the driver reported it, in percent; NaN when it did in none. */
    double meanUtilization() {
        return this.utilization / this.seconds;
    }
}
