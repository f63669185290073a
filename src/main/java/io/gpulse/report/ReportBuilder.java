package io.gpulse.report;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.event.LoggedEvent;
import io.gpulse.event.message.Language;
import io.gpulse.history.KnownGpu;
import io.gpulse.metric.Metric;
import io.gpulse.report.ReportResponse.GpuReportResponse;
import io.gpulse.rounds.GpuRound;
import io.gpulse.rounds.Rounds.Recent;
import io.gpulse.rounds.Rounds.Round;
import io.gpulse.view.PidSelector;
import io.gpulse.workload.AdviceFigures;
import io.gpulse.workload.Stretch;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Builds a report from rounds, which are added in the order of time. */
final class ReportBuilder {

    private final Selection selection;
    private final Coverage machine;
    private final HostCpu host;
    private final Map<String, GpuSpan> spans = new HashMap<>();

    /**
     * The contents of a report.
     *
     * @param gpus the GPUs to report, by UUID
     * @param named whether the request names them: then all are listed, otherwise those with a round in the span
     * @param processes the processes to list; null for all
     * @param events alerts on the GPUs while the span lasted
     */
    record Selection(
            Span span,
            Map<String, KnownGpu> gpus,
            boolean named,
            @Nullable PidSelector processes,
            Language language,
            Collection<LoggedEvent> events) {}

    ReportBuilder(Selection selection) {
        this.selection = selection;
        this.machine = new Coverage(selection.span);
        this.host = new HostCpu(selection.span);
        selection.gpus.keySet().forEach((uuid) -> this.spans.put(uuid, new GpuSpan(selection.span)));
    }

    /** Adds a round, of memory or of the history. */
    void add(Round round) {
        this.machine.add(round.at(), round.every());
        addHost(round.at(), round.hostCpu());
        for (GpuRound gpu : round.gpus()) {
            GpuSpan span = this.spans.get(gpu.uuid());
            if (span != null) {
                span.add(gpu, round.at(), round.every());
            }
        }
    }

    /** Adds a sample of the machine; rounds of the history have none. */
    void addHost(long at, double cpu) {
        this.host.add(at, cpu);
    }

    /** @param recent what is in memory */
    ReportResponse build(Recent recent) {
        List<GpuReportResponse> gpus = this.selection.gpus.values().stream()
                .filter((gpu) -> isReported(span(gpu)))
                .sorted(Comparator.comparingInt(KnownGpu::index))
                .map((gpu) -> span(gpu).report(gpu, this.selection.processes, context(gpu, recent)))
                .toList();
        return new ReportResponse(
                Instant.ofEpochMilli(this.selection.span.from()),
                Instant.ofEpochMilli(this.selection.span.to()),
                GpuSpan.number(this.machine.seconds()),
                this.machine.rounds(),
                GpuSpan.number(this.machine.missingSeconds()),
                recent.simulated(),
                recent.latest() == null ? null : Instant.ofEpochMilli(recent.since()),
                this.machine.rounds() > 0 && processesKnown(),
                gpus);
    }

    private AdviceContext context(KnownGpu gpu, Recent recent) {
        Snapshot last = recent.lastOf().get(gpu.uuid());
        GpuSample sample = last == null ? null : last.byUuid().get(gpu.uuid());
        Stretch time = new Stretch(this.selection.span.from(), this.selection.span.to());
        return new AdviceContext(
                this.selection.language,
                sample == null
                        ? Double.NaN
                        : sample.readings().number(Metric.MEMORY_TOTAL).orElse(Double.NaN),
                this.host.mean(this.machine.rounds()),
                AdviceFigures.waitingShare(this.selection.events, gpu.uuid(), time));
    }

    private boolean processesKnown() {
        return this.spans.values().stream()
                .filter(GpuSpan::isPresent)
                .allMatch((gpu) -> gpu.rounds() == this.machine.rounds() && gpu.processesKnown());
    }

    private GpuSpan span(KnownGpu gpu) {
        return Objects.requireNonNull(this.spans.get(gpu.uuid()));
    }

    /** Returns whether a GPU is in the report: with selected processes, one on which they were. */
    private boolean isReported(GpuSpan span) {
        PidSelector selected = this.selection.processes;
        boolean present = this.selection.named || span.isPresent();
        return present
                && (selected == null || span.processes().stream().anyMatch((process) -> process.isSelected(selected)));
    }
}
