package io.gpulse.insight;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.IncidentReporter;
import io.gpulse.event.RuleEvaluation;
import io.gpulse.insight.Insight.GpuRef;
import io.gpulse.insight.rule.InsightRules;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tells the log of events what begins and ends, but for what it knows by itself. */
final class IncidentLog {

    private final Supplier<@Nullable IncidentReporter> reporter;
    private final Map<String, Reported> open = new HashMap<>();

    /**
     * An incident of one row, and of those that a silence has split off.
     *
     * @param gpus all that it has been about
     */
    private record Reported(String rule, IncidentReporter.OpenIncident incident, Set<GpuRef> gpus) {}

    /** @param reporter null where there is no log */
    IncidentLog(Supplier<@Nullable IncidentReporter> reporter) {
        this.reporter = reporter;
    }

    void tell(Insight change) {
        Instant until = change.until();
        Reported known = this.open.get(change.id());
        if (until != null) {
            this.open.remove(change.id());
            if (known != null && !this.open.containsValue(known)) {
                known.incident.end(until, change.gpus().containsAll(known.gpus) ? sentence(change) : Map.of());
            }
        } else if (known != null) {
            if (known.gpus.addAll(change.gpus())) {
                known.incident.change(draft(change, known.gpus));
            }
        } else if (isTold(change)) {
            begin(change);
        }
    }

    private void begin(Insight row) {
        IncidentReporter log = this.reporter.get();
        if (log != null) {
            Reported whole = splitFrom(row);
            Set<GpuRef> gpus = new LinkedHashSet<>(row.gpus());
            this.open.put(
                    row.id(), whole == null ? new Reported(row.rule(), log.begin(draft(row, gpus)), gpus) : whole);
        }
    }

    /** Returns the incident that a silenced row was a part of: a silence is no new incident. */
    private @Nullable Reported splitFrom(Insight row) {
        if (row.silence() == null || row.gpus().isEmpty()) {
            return null;
        }
        return this.open.values().stream()
                .filter((known) -> known.rule.equals(row.rule()) && known.gpus.containsAll(row.gpus()))
                .findFirst()
                .orElse(null);
    }

    /** When that began, as the log knows it; null when it does not. */
    @Nullable
    Instant since(String id) {
        Reported known = this.open.get(id);
        return known == null ? null : known.incident.since();
    }

    /** Nobody else tells of a GPU that has never said which it is. */
    private static boolean isTold(Insight change) {
        return change.gpus().stream().anyMatch((gpu) -> gpu.uuid() == null)
                || InsightRules.find(change.rule())
                        .filter((row) -> row.spec().reported())
                        .isPresent();
    }

    private static @Nullable EventGpu gpu(Set<GpuRef> gpus) {
        GpuRef first = gpus.size() == 1 ? gpus.iterator().next() : null;
        return first == null || first.uuid() == null ? null : new EventGpu(first.index(), first.uuid());
    }

    private static @Nullable String indexes(Set<GpuRef> gpus) {
        TreeSet<Integer> indexes = gpus.stream().map(GpuRef::index).collect(Collectors.toCollection(TreeSet::new));
        return indexes.isEmpty() ? null : EventGpu.indexes(indexes);
    }

    private static @Nullable String uuids(Set<GpuRef> gpus) {
        String uuids = gpus.stream()
                .map(GpuRef::uuid)
                .filter(Objects::nonNull)
                .sorted()
                .collect(Collectors.joining(" "));
        return uuids.isEmpty() ? null : uuids;
    }

    private static Map<String, String> sentence(Insight change) {
        return Map.of(
                EventAttribute.SENTENCE, change.sentence().en(),
                EventAttribute.SENTENCE_ZH, change.sentence().zh());
    }

    void tell(List<RuleEvaluation> judged) {
        IncidentReporter log = this.reporter.get();
        if (log != null) {
            log.judged(judged);
        }
    }

    private static EventDraft draft(Insight change, Set<GpuRef> gpus) {
        EventGpu alone = gpu(gpus);
        EventDraft draft = EventDraft.of(change.since(), EventKind.INSIGHT, change.severity(), alone);
        return (alone == null
                        ? draft.with(EventAttribute.GPUS, indexes(gpus)).with(EventAttribute.UUIDS, uuids(gpus))
                        : draft)
                .with(EventAttribute.RULE, change.rule())
                .with(EventAttribute.SENTENCE, change.sentence().en())
                .with(EventAttribute.SENTENCE_ZH, change.sentence().zh());
    }
}
