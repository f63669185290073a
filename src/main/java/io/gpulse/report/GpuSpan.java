package io.gpulse.report;

import io.gpulse.history.StoredMetrics;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reason;
import io.gpulse.report.GpuRound.ProcessRound;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One GPU over a span. Rounds are added in the order of time. */
final class GpuSpan {

    private static final int SHOWN = ReportRows.SHOWN.size();

    private final Span span;
    private final Coverage coverage;
    private final EnergyDifference energy;
    private final double[] sums = new double[SHOWN];
    private final double[] seconds = new double[SHOWN];
    private final double[] most = new double[SHOWN];
    private final double[] reasons = new double[ReportRows.REASONS.size()];
    private final List<ProcessSpan> processes = new ArrayList<>();
    private final Map<Integer, ProcessSpan> byPid = new HashMap<>();
    private Map<Metric, Reason> absent = Map.of();
    private double throttled;
    private boolean reasonsKnown;
    private boolean present;
    private int withoutProcesses;

    GpuSpan(Span span) {
        this.span = span;
        this.coverage = new Coverage(span);
        this.energy = new EnergyDifference(span);
        Arrays.fill(this.most, Double.NaN);
    }

    /**
     * Adds a round.
     *
     * @param at when it began, in epoch ms
     * @param every from round to round, in ms
     */
    void add(GpuRound round, long at, long every) {
        if (this.span.contains(at)) {
            this.present = true;
            this.absent = round.absent();
        }
        double[] values = round.values();
        if (values == null) {
            return;
        }
        double counter = ReportRows.value(values, Metric.ENERGY_TOTAL);
        this.energy.add(at, counter, ReportRows.mostWatts(values), Span.reach(every));
        double weight = this.coverage.add(at, every);
        if (weight > 0) {
            addValues(values, weight);
            addReasons(values, weight);
            addProcesses(round.processes(), weight);
        }
    }

    private void addValues(double[] values, double weight) {
        for (int i = 0; i < SHOWN; i++) {
            Metric row = ReportRows.SHOWN.get(i);
            double value = ReportRows.value(values, row);
            if (!Double.isNaN(value)) {
                this.sums[i] += value * weight;
                this.seconds[i] += weight;
                double greatest = StoredMetrics.maximumOf(row)
                        .map((extreme) -> ReportRows.value(values, extreme))
                        .filter((extreme) -> extreme > value)
                        .orElse(value);
                this.most[i] = greatest <= this.most[i] ? this.most[i] : greatest;
            }
        }
    }

    private void addReasons(double[] values, double weight) {
        boolean throttles = false;
        for (int i = 0; i < this.reasons.length; i++) {
            Metric reason = ReportRows.REASONS.get(i);
            double value = ReportRows.value(values, reason);
            this.reasonsKnown |= !Double.isNaN(value);
            this.reasons[i] += value == 1 ? weight : 0;
            throttles |= value == 1 && ReportRows.THROTTLING.contains(reason);
        }
        this.throttled += throttles && ReportRows.value(values, Metric.REASON_IDLE) != 1 ? weight : 0;
    }

    private void addProcesses(@Nullable List<ProcessRound> round, double weight) {
        if (round == null) {
            this.withoutProcesses++;
            return;
        }
        for (ProcessRound process : round) {
            span(process).add(process, weight);
        }
    }

    private ProcessSpan span(ProcessRound process) {
        ProcessSpan latest = this.byPid.get(process.pid());
        if (latest != null && latest.isOf(process)) {
            return latest;
        }
        ProcessSpan span = new ProcessSpan(process);
        this.byPid.put(process.pid(), span);
        this.processes.add(span);
        return span;
    }

    Coverage coverage() {
        return this.coverage;
    }

    EnergyDifference energy() {
        return this.energy;
    }

    /** Returns whether the GPU was listed in a round of the span, in whatever state. */
    boolean isPresent() {
        return this.present;
    }

    /** Seconds in which power or heat throttled it; NaN when that is not known. */
    double throttled() {
        return this.reasonsKnown ? this.throttled : Double.NaN;
    }

    /** Seconds by reason, by place in {@link ReportRows#REASONS}. */
    double reason(int place) {
        return this.reasons[place];
    }

    /** Returns the mean of a row, by place in {@link ReportRows#SHOWN}; NaN when it was absent in all rounds. */
    double mean(int place) {
        return this.sums[place] / this.seconds[place];
    }

    /** Returns the maximum of a row, by place in {@link ReportRows#SHOWN}; NaN when absent in all rounds. */
    double most(int place) {
        return this.most[place];
    }

    /** Returns the reason for which a row was absent in the last round. */
    Reason absence(Metric row) {
        return this.absent.getOrDefault(row, Reason.NO_DATA);
    }

    List<ProcessSpan> processes() {
        return this.processes;
    }

    /** Returns whether the processes of all rounds are known. */
    boolean processesKnown() {
        return this.withoutProcesses == 0;
    }
}
