package io.gpulse.insight;

import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.Fact;
import io.gpulse.event.IncidentReporter;
import io.gpulse.event.RuleJudgement;
import io.gpulse.insight.Insight.GpuRef;
import io.gpulse.insight.rule.InsightRules;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tells the log of events what begins and ends, but for what it knows by itself. */
final class IncidentLog {

    private final Supplier<@Nullable IncidentReporter> reporter;
    private final Map<String, IncidentReporter.OpenIncident> open = new HashMap<>();

    /** @param reporter null where there is no log */
    IncidentLog(Supplier<@Nullable IncidentReporter> reporter) {
        this.reporter = reporter;
    }

    void tell(Insight change) {
        Instant until = change.until();
        if (until != null) {
            IncidentReporter.OpenIncident incident = this.open.remove(change.id());
            if (incident != null) {
                incident.end(until, sentence(change));
            }
        } else if (!this.open.containsKey(change.id()) && isTold(change)) {
            IncidentReporter log = this.reporter.get();
            if (log != null) {
                this.open.put(change.id(), log.begin(draft(change)));
            }
        }
    }

    /** When that began, as the log knows it; null when it does not. */
    @Nullable
    Instant since(String id) {
        IncidentReporter.OpenIncident incident = this.open.get(id);
        return incident == null ? null : incident.since();
    }

    /** Nobody else tells of a GPU that has never said which it is. */
    private static boolean isTold(Insight change) {
        return change.gpus().stream().anyMatch((gpu) -> gpu.uuid() == null)
                || InsightRules.find(change.rule())
                        .filter((row) -> row.spec().told())
                        .isPresent();
    }

    private static @Nullable EventGpu gpu(Insight change) {
        if (change.gpus().size() != 1) {
            return null;
        }
        GpuRef gpu = change.gpus().get(0);
        return gpu.uuid() == null ? null : new EventGpu(gpu.index(), gpu.uuid());
    }

    private static @Nullable String indexes(Insight change) {
        TreeSet<Integer> indexes =
                change.gpus().stream().map(GpuRef::index).collect(Collectors.toCollection(TreeSet::new));
        return indexes.isEmpty() ? null : EventGpu.indexes(indexes);
    }

    private static @Nullable String uuids(Insight change) {
        return change.uuids().isEmpty() ? null : String.join(" ", change.uuids());
    }

    private static Map<String, String> sentence(Insight change) {
        return Map.of(
                Fact.SENTENCE, change.sentence().en(),
                Fact.SENTENCE_ZH, change.sentence().zh());
    }

    void tell(List<RuleJudgement> judged) {
        IncidentReporter log = this.reporter.get();
        if (log != null) {
            log.judged(judged);
        }
    }

    private static EventDraft draft(Insight change) {
        EventGpu alone = gpu(change);
        EventDraft draft = EventDraft.of(change.since(), EventKind.INSIGHT, change.severity(), alone);
        return (alone == null ? draft.with(Fact.GPUS, indexes(change)).with(Fact.UUIDS, uuids(change)) : draft)
                .with(Fact.RULE, change.rule())
                .with(Fact.SENTENCE, change.sentence().en())
                .with(Fact.SENTENCE_ZH, change.sentence().zh());
    }
}
