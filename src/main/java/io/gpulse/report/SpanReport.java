package io.gpulse.report;

import io.gpulse.device.NamespacedPid;
import io.gpulse.history.KnownGpu;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reason;
import io.gpulse.report.GpuRound.ProcessRound;
import io.gpulse.report.ReportResponse.GpuReportResponse;
import io.gpulse.report.ReportResponse.ProcessReportResponse;
import io.gpulse.view.JsonNumbers;
import io.gpulse.view.PidSelector;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Writes the report of one GPU. */
final class SpanReport {

    private static final int MOST_PROCESSES = 256;

    private final @Nullable PidSelector selected;

    /** @param selected the processes to list; null for all */
    SpanReport(@Nullable PidSelector selected) {
        this.selected = selected;
    }

    private boolean selects(ProcessSpan process) {
        ProcessRound latest = process.latest();
        return this.selected == null || this.selected.selects(latest.pid(), latest.namespaced());
    }

    GpuReportResponse of(KnownGpu gpu, GpuSpan span) {
        List<ProcessSpan> listed = span.processes().stream()
                .filter(this::selects)
                .sorted(Comparator.comparingDouble(ProcessSpan::peak).reversed())
                .toList();
        boolean energyKnown = !Double.isNaN(span.energy().joules());
        return new GpuReportResponse(
                gpu.uuid(),
                gpu.index(),
                gpu.name(),
                span.coverage().rounds(),
                number(span.coverage().missingSeconds()),
                orNull(span.energy().joules()),
                energyKnown ? number(span.energy().seconds()) : null,
                orNull(span.throttled()),
                reasons(span),
                numbers(span::mean),
                numbers(span::most),
                absent(span),
                shared(span, listed.size()),
                listed.stream()
                        .limit(MOST_PROCESSES)
                        .map((process) -> process(process, span.processesKnown()))
                        .toList(),
                Math.max(0, listed.size() - MOST_PROCESSES));
    }

    /** Returns whether the GPU is in the report: the selected processes were on it. */
    boolean includes(GpuSpan span) {
        return this.selected == null || span.processes().stream().anyMatch(this::selects);
    }

    private @Nullable Boolean shared(GpuSpan span, int listed) {
        int own = this.selected == null ? 1 : listed;
        boolean shared = span.processes().size() > own;
        return shared || span.processesKnown() ? (Boolean) shared : null;
    }

    private static Map<String, Number> reasons(GpuSpan span) {
        Map<String, Number> reasons = new LinkedHashMap<>();
        for (int i = 0; i < ReportRows.REASONS.size(); i++) {
            if (span.reason(i) > 0) {
                String key = ReportRows.REASONS.get(i).key();
                reasons.put(key.substring(key.lastIndexOf('.') + 1), number(span.reason(i)));
            }
        }
        return reasons;
    }

    private static Map<String, Number> numbers(IntToDoubleFunction ofPlace) {
        Map<String, Number> numbers = new LinkedHashMap<>();
        for (int i = 0; i < ReportRows.SHOWN.size(); i++) {
            double value = ofPlace.applyAsDouble(i);
            if (!Double.isNaN(value)) {
                numbers.put(ReportRows.SHOWN.get(i).key(), number(value));
            }
        }
        return numbers;
    }

    private static Map<String, Reason> absent(GpuSpan span) {
        Map<String, Reason> absent = new LinkedHashMap<>();
        for (int i = 0; i < ReportRows.SHOWN.size(); i++) {
            if (Double.isNaN(span.most(i))) {
                Metric row = ReportRows.SHOWN.get(i);
                absent.put(row.key(), span.absence(row));
            }
        }
        if (!span.processesKnown()) {
            absent.put(Metric.PROCESS_MEMORY.key(), span.absence(Metric.PROCESS_MEMORY));
        }
        return absent;
    }

    private static ProcessReportResponse process(ProcessSpan process, boolean known) {
        ProcessRound latest = process.latest();
        NamespacedPid namespaced = latest.namespaced();
        return new ProcessReportResponse(
                latest.pid(),
                namespaced == null ? null : (Integer) namespaced.pid(),
                latest.name(),
                latest.user(),
                known ? orNull(process.peak()) : null,
                known ? orNull(process.meanUtilization()) : null);
    }

    private static @Nullable Number orNull(double value) {
        return Double.isNaN(value) ? null : number(value);
    }

    /** Returns a number rounded to thousandths. */
    static Number number(double value) {
        return JsonNumbers.of(Math.rint(value * 1000) / 1000);
    }
}
