package io.gpulse.report;

import io.gpulse.device.ProcessSample;
import io.gpulse.report.ReportResponse.ProcessReportResponse;
import io.gpulse.rounds.GpuRound.ProcessRound;
import io.gpulse.view.PidSelector;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One process on one GPU over a span. */
final class ProcessSpan {

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
        return ProcessSample.isSame(this.startedAt, round.startedAt());
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

    /** @param selected null for all processes */
    boolean isSelected(@Nullable PidSelector selected) {
        return selected == null || selected.selects(this.latest.pid(), this.latest.namespaced());
    }

    /** @param known whether the numbers of all rounds are known */
    ProcessReportResponse report(boolean known) {
        return new ProcessReportResponse(
                this.latest.pid(),
                this.latest.namespaced() == null
                        ? null
                        : (Integer) this.latest.namespaced().pid(),
                this.latest.name(),
                this.latest.user(),
                known ? GpuSpan.orNull(this.peak) : null,
                known ? GpuSpan.orNull(this.utilization / this.seconds) : null);
    }
}
