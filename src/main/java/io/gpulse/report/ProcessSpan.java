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

    /** Returns whether a round with the same PID can be of this process: PIDs are used again. */
    boolean isOf(ProcessRound round) {
        return this.startedAt == null
                || round.startedAt() == null
                || Duration.between(this.startedAt, round.startedAt()).abs().compareTo(SAME_START) <= 0;
    }

    /** @param weight the seconds that the round covers */
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

    /** Returns a round, or the latest one if the host does not know the process, which may have ended. */
    private ProcessRound known(ProcessRound round) {
        boolean ended = round.namespaced() == null && round.user() == null;
        return ended ? this.latest : round;
    }

    /** Returns the process in the last round in which the host knew it, or else in its first one. */
    ProcessRound latest() {
        return this.latest;
    }

    /** Returns the maximum memory, in bytes; NaN when unknown. */
    double peak() {
        return this.peak;
    }

    /** Returns the mean over the rounds in which the driver reported it, in percent; NaN without any. */
    double meanUtilization() {
        return this.utilization / this.seconds;
    }
}
