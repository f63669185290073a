package io.gpulse.report;

import io.gpulse.device.Activity;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.accounting.GpuUse;
import io.gpulse.history.accounting.MinuteAccount;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reason;
import io.gpulse.report.ReportResponse.GpuReportResponse;
import io.gpulse.report.ReportResponse.ProcessReportResponse;
import io.gpulse.rounds.GpuRound;
import io.gpulse.rounds.GpuRound.ProcessRound;
import io.gpulse.rounds.Rows;
import io.gpulse.rounds.StoredMetrics;
import io.gpulse.view.JsonNumbers;
import io.gpulse.view.PidSelector;
import io.gpulse.workload.AdviceFigures;
import io.gpulse.workload.UsageAdvice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One GPU over a span. Rounds are added in the order of time. */
final class GpuSpan {

    private static final int MOST_PROCESSES = 256;

    private final Span span;
    private final Coverage coverage;
    private final CountedEnergy energy;
    private final Map<Metric, Statistics> shown = new EnumMap<>(Metric.class);
    private final Map<Metric, Double> reasons = new EnumMap<>(Metric.class);
    private final List<ProcessSpan> processes = new ArrayList<>();
    private final Map<Integer, ProcessSpan> byPid = new HashMap<>();
    private Map<Metric, Reason> absent = Map.of();
    private double throttled;
    private double active;
    private boolean present;
    private long longestPause;
    private boolean processesKnown = true;

    /** The mean, weighted by time, and the maximum of a row. */
    private static final class Statistics {

        private double sum;
        private double seconds;
        private double most = Double.NEGATIVE_INFINITY;

        private double mean() {
            return this.sum / this.seconds;
        }
    }

    GpuSpan(Span span) {
        this.span = span;
        this.coverage = new Coverage(span);
        this.energy = new CountedEnergy(span);
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
        this.longestPause = Span.reach(every);
        if (round.values() == null) {
            return;
        }
        ToDoubleFunction<Metric> value = round::value;
        this.energy.add(round, at, Span.reach(every));
        double weight = this.coverage.add(at, every);
        if (weight > 0) {
            Rows.SHOWN.forEach((row) -> addValue(row, value, weight));
            addReasons(value, weight);
            this.active += isActive(value) ? weight : 0;
            addProcesses(round.processes(), weight);
        }
    }

    private void addValue(Metric row, ToDoubleFunction<Metric> values, double weight) {
        double value = values.applyAsDouble(row);
        if (!Double.isNaN(value)) {
            Statistics statistics = this.shown.computeIfAbsent(row, (first) -> new Statistics());
            statistics.sum += value * weight;
            statistics.seconds += weight;
            Metric maximum = StoredMetrics.maximumOf(row);
            double extreme = maximum == null ? Double.NaN : values.applyAsDouble(maximum);
            statistics.most = Math.max(statistics.most, extreme > value ? extreme : value);
        }
    }

    private static boolean isActive(ToDoubleFunction<Metric> value) {
        return Stream.of(Metric.UTILIZATION_GPU, Metric.UTILIZATION_GPU_MAX, Metric.ACTIVITY_SM)
                .anyMatch((row) -> Activity.isBusy(value.applyAsDouble(row)));
    }

    private void addReasons(ToDoubleFunction<Metric> value, double weight) {
        boolean throttles = false;
        for (Metric reason : Rows.REASONS) {
            double holds = value.applyAsDouble(reason);
            if (!Double.isNaN(holds)) {
                this.reasons.merge(reason, holds == 1 ? weight : 0, Double::sum);
            }
            throttles |= holds == 1 && GpuUse.THROTTLING.contains(reason);
        }
        this.throttled += throttles && value.applyAsDouble(Metric.REASON_IDLE) != 1 ? weight : 0;
    }

    private void addProcesses(@Nullable List<ProcessRound> round, double weight) {
        if (round == null) {
            this.processesKnown = false;
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

    int rounds() {
        return this.coverage.rounds();
    }

    /** Returns whether the GPU was listed in a round of the span, in whatever state. */
    boolean isPresent() {
        return this.present;
    }

    List<ProcessSpan> processes() {
        return this.processes;
    }

    /** Returns whether the processes of all rounds are known. */
    boolean processesKnown() {
        return this.processesKnown;
    }

    /**
     * Returns the report.
     *
     * @param selected the processes to list; null for all
     */
    GpuReportResponse report(KnownGpu gpu, @Nullable PidSelector selected, AdviceContext context) {
        List<ProcessSpan> listed = this.processes.stream()
                .filter((process) -> process.isSelected(selected))
                .sorted(Comparator.comparingDouble(ProcessSpan::peak).reversed())
                .toList();
        Statistics power = this.energy.isWithoutCounter() ? this.shown.get(Metric.POWER_DRAW) : null;
        // As the accounts of the history do: without a counter the energy is power over time.
        double joules = power == null ? this.energy.joules() : power.sum;
        double seconds = power == null ? this.energy.seconds() : power.seconds;
        Boolean shared = shared(selected == null ? 1 : listed.size());
        boolean own = selected == null || Boolean.FALSE.equals(shared);
        return new GpuReportResponse(
                gpu.uuid(),
                gpu.index(),
                gpu.name(),
                rounds(),
                number(this.coverage.missingSeconds()),
                orNull(joules),
                Double.isNaN(joules) ? null : number(seconds),
                this.reasons.isEmpty() ? null : number(this.throttled),
                reasons(),
                numbers(Statistics::mean),
                numbers((row) -> row.most),
                absent(),
                shared,
                reported(listed),
                Math.max(0, listed.size() - MOST_PROCESSES),
                UsageAdvice.of(figures(own, context), context.language()));
    }

    /**
     * Returns the figures for advice. How long processes kept it idle is not known before the rounds in memory.
     *
     * @param own whether all kernels are those of the reported processes
     */
    private AdviceFigures figures(boolean own, AdviceContext context) {
        Map<Metric, Double> held = new EnumMap<>(this.reasons);
        held.replaceAll((reason, seconds) -> Math.min(seconds, this.throttled));
        Statistics memory = this.shown.get(Metric.MEMORY_USED);
        return new AdviceFigures(
                rounds(),
                1,
                0,
                this.active,
                Double.NaN,
                held,
                own ? mean(Metric.UTILIZATION_GPU) : Double.NaN,
                own ? mean(Metric.ACTIVITY_SM) : Double.NaN,
                memory == null ? Double.NaN : memory.most,
                context.totalMemory(),
                own ? context.hostCpu() : Double.NaN,
                own ? context.waitingShare() : 0);
    }

    private double mean(Metric row) {
        Statistics statistics = this.shown.get(row);
        return statistics == null ? Double.NaN : statistics.mean();
    }

    private List<ProcessReportResponse> reported(List<ProcessSpan> listed) {
        return listed.stream()
                .limit(MOST_PROCESSES)
                .map((process) -> process.report(this.processesKnown))
                .toList();
    }

    private @Nullable Boolean shared(int own) {
        boolean shared = this.processes.size() > own;
        return (shared || (this.processesKnown && !hasGap())) ? (Boolean) shared : null;
    }

    /** Returns whether the GPU was not read for a time, in which other processes may have been on it. */
    private boolean hasGap() {
        return this.coverage.longestMissing() > this.longestPause;
    }

    private Map<String, Number> reasons() {
        Map<String, Number> named = new LinkedHashMap<>();
        this.reasons.forEach((reason, seconds) -> {
            if (seconds > 0) {
                named.put(MinuteAccount.nameOf(reason), number(seconds));
            }
        });
        return named;
    }

    private Map<String, Number> numbers(ToDoubleFunction<Statistics> value) {
        Map<String, Number> numbers = new LinkedHashMap<>();
        for (Metric row : Rows.SHOWN) {
            Statistics statistics = this.shown.get(row);
            if (statistics != null) {
                numbers.put(row.key(), number(value.applyAsDouble(statistics)));
            }
        }
        return numbers;
    }

    private Map<String, Reason> absent() {
        Map<String, Reason> reasons = new LinkedHashMap<>();
        for (Metric row : Rows.SHOWN) {
            if (!this.shown.containsKey(row)) {
                reasons.put(row.key(), this.absent.getOrDefault(row, Reason.NO_DATA));
            }
        }
        if (!this.processesKnown) {
            Metric memory = Metric.PROCESS_MEMORY;
            reasons.put(memory.key(), this.absent.getOrDefault(memory, Reason.NO_DATA));
        }
        return reasons;
    }

    static @Nullable Number orNull(double value) {
        return Double.isNaN(value) ? null : number(value);
    }

    /** Returns a number rounded to thousandths. */
    static Number number(double value) {
        return JsonNumbers.of(Math.rint(value * 1000) / 1000);
    }
}
