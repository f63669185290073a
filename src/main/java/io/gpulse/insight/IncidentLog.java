package io.gpulse.insight;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Incident;
import io.gpulse.insight.rule.InsightRules;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Adds insights to the log of events, except for those that the log has another event of. Not thread-safe. */
final class IncidentLog {

    private final EventLog log;
    private final Map<String, Reported> open = new HashMap<>();

    /** Ids of restored rows of detectors that an insight of this run continued: a later one has its own beginning. */
    private final Set<Long> continued = new HashSet<>();

    /**
     * The event of an insight, and of those that a silence has split off.
     *
     * @param gpus all GPUs that it has been about
     * @param continues whether the insight began with the event of a detector, in the previous run
     */
    private record Reported(String rule, Incident incident, Set<InsightGpu> gpus, boolean continues) {

        /** Returns whether the event is of the rule alone, not of a detector that reports the same. */
        boolean isOwn() {
            return this.incident.event().kind() == EventKind.INSIGHT;
        }
    }

    IncidentLog(EventLog log) {
        this.log = log;
    }

    void report(Insight change) {
        Instant until = change.until();
        Reported known = this.open.get(change.id());
        if (until != null) {
            this.open.remove(change.id());
            if (known != null && known.isOwn() && !this.open.containsValue(known)) {
                boolean complete = change.gpus().containsAll(known.gpus);
                Map<String, String> sentence = complete ? sentence(change) : Map.of();
                known.incident.end(until, (event) -> sentence.forEach(event::fact));
            }
        } else if (known != null) {
            if (known.gpus.addAll(change.gpus()) && known.isOwn()) {
                EventDraft draft = draft(change, known.gpus);
                known.incident.change(
                        (event) -> draft.facts().forEach(event.of(draft.gpu()).severity(draft.severity())::fact));
            }
        } else if (isReported(change)) {
            this.open.put(change.id(), begin(change));
        }
    }

    private Reported begin(Insight row) {
        Reported whole = splitFrom(row);
        if (whole != null) {
            return whole;
        }
        Set<InsightGpu> gpus = new LinkedHashSet<>(row.gpus());
        Incident incident = this.log.beginOfRule(draft(row, gpus));
        GpuEvent event = incident.event();
        boolean restored = event.kind() != EventKind.INSIGHT && incident.isRestored();
        boolean continues = restored && this.continued.add(event.id());
        return new Reported(row.rule(), incident, gpus, continues);
    }

    /** Returns the event that a silenced row was a part of: a silence is no new incident. */
    private @Nullable Reported splitFrom(Insight row) {
        if (row.silence() == null || row.gpus().isEmpty()) {
            return null;
        }
        return this.open.values().stream()
                .filter((known) -> known.rule.equals(row.rule()) && known.gpus.containsAll(row.gpus()))
                .findFirst()
                .orElse(null);
    }

    /** Returns the event that states when an insight began; null if its event does not. */
    @Nullable
    GpuEvent begun(String id) {
        Reported known = this.open.get(id);
        return known != null && (known.isOwn() || known.continues) ? known.incident.event() : null;
    }

    /** A GPU without a UUID has no event of its own. */
    private static boolean isReported(Insight change) {
        return change.gpus().stream().anyMatch((gpu) -> gpu.uuid() == null)
                || InsightRules.find(change.rule())
                        .filter((row) -> row.spec().isReported())
                        .isPresent();
    }

    private static Map<String, String> sentence(Insight change) {
        return Map.of(
                EventAttribute.SENTENCE, change.sentence().en(),
                EventAttribute.SENTENCE_ZH, change.sentence().zh());
    }

    /** Returns a draft that names its GPUs, those without a UUID by their indexes. */
    private static EventDraft draft(Insight change, Set<InsightGpu> gpus) {
        List<EventGpu> known = gpus.stream()
                .flatMap(
                        (gpu) -> gpu.uuid() == null ? Stream.empty() : Stream.of(new EventGpu(gpu.index(), gpu.uuid())))
                .toList();
        boolean identified = known.size() == gpus.size();
        EventDraft draft = EventDraft.about(
                        change.since(), EventKind.INSIGHT, change.severity(), identified ? known : List.of())
                .reportedAt(change.reportedAt())
                .with(EventAttribute.RULE, change.rule())
                .with(sentence(change));
        if (identified) {
            return draft;
        }
        TreeSet<Integer> indexes = gpus.stream().map(InsightGpu::index).collect(Collectors.toCollection(TreeSet::new));
        String uuids = known.stream().map(EventGpu::uuid).sorted().collect(Collectors.joining(" "));
        return draft.with(EventAttribute.GPUS, EventGpu.indexes(indexes))
                .with(EventAttribute.UUIDS, uuids.isEmpty() ? null : uuids);
    }
}
