package io.gpulse.report;

import io.gpulse.report.GpuRound.ProcessRound;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One process on one GPU over a span. */
final class ProcessSpan {

    /** The kernel states the start of the machine in whole seconds, and corrects it. */
    private static final Duration SAME_START = Duration.ofSeconds(2);

    private @Nullable Instant startedAt;
    private ProcessRound latest;
    private double peak = Double.NaN;
    private double utilization;
    private double seconds;

    ProcessSpan(ProcessRound first) {
        this.latest = first;
        this.startedAt = first.startedAt();
    }

    /** Whether a round with the same PID can be of this process: PIDs are used again. */
    boolean isOf(ProcessRound round) {
        return this.startedAt == null
                || round.startedAt() == null
                || Duration.between(this.startedAt, round.startedAt()).abs().compareTo(SAME_START) <= 0;
    }

    /** @param weight the seconds that the round stands for */
    void add(ProcessRound round, double weight) {
        this.latest = known(round);
        this.startedAt = round.startedAt() == null ? this.startedAt : round.startedAt();
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
