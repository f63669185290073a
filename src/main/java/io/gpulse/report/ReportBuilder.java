package io.gpulse.report;

import io.gpulse.history.KnownGpu;
import io.gpulse.report.RecentRounds.Recent;
import io.gpulse.report.RecentRounds.Round;
import io.gpulse.report.ReportResponse.GpuReportResponse;
import io.gpulse.view.PidSelector;
import java.time.Instant;
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
    private final Map<String, GpuSpan> spans = new HashMap<>();
    private long last = Long.MIN_VALUE;

    /**
     * The contents of a report.
     *
     * @param gpus the GPUs to report, by UUID
     * @param named whether the request names them: then all are listed, otherwise those with a round in the span
     * @param processes the processes to list; null for all
     */
    record Selection(
            Span span,
            Map<String, KnownGpu> gpus,
            boolean named,
            @Nullable PidSelector processes) {}

    ReportBuilder(Selection selection) {
        this.selection = selection;
        this.machine = new Coverage(selection.span);
        selection.gpus.keySet().forEach((uuid) -> this.spans.put(uuid, new GpuSpan(selection.span)));
    }

    /** Adds rounds of memory. */
    ReportBuilder add(Recent recent) {
        for (Round round : recent.rounds()) {
            begin(round.at(), round.every());
            round.gpus().forEach((gpu) -> add(gpu, round.at(), round.every()));
        }
        return this;
    }

    /**
     * Adds the stored sample of a GPU in a round.
     *
     * @param at when the round began, in epoch ms
     * @param every from round to round, in ms
     */
    void add(GpuRound gpu, long at, long every) {
        begin(at, every);
        GpuSpan span = this.spans.get(gpu.uuid());
        if (span != null) {
            span.add(gpu, at, every);
        }
    }

    private void begin(long at, long every) {
        if (at != this.last) {
            this.last = at;
            this.machine.add(at, every);
        }
    }

    /** @param recent what is in memory */
    ReportResponse build(Recent recent) {
        List<GpuReportResponse> gpus = this.selection.gpus.values().stream()
                .filter((gpu) -> isReported(span(gpu)))
                .sorted(Comparator.comparingInt(KnownGpu::index))
                .map((gpu) -> span(gpu).report(gpu, this.selection.processes))
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
