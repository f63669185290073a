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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The row of the log that an insight has; those that a silence has split off it are a part of the row. */
final class InsightRow {

    private final EventLog log;

    /** All GPUs that it has been about, by their keys: the index of a GPU may change. */
    private final Map<String, InsightGpu> gpus = new LinkedHashMap<>();

    private @Nullable Incident incident;

    /** Whether it is a detector's row that the insight has continued since the previous run. */
    private boolean continues;

    /** The number of active insights that have this row. */
    private int insights;

    InsightRow(EventLog log) {
        this.log = log;
    }

    /** Adds an active insight. */
    InsightRow shared() {
        this.insights++;
        return this;
    }

    /** Returns whether an insight is silenced, and a part of this row: a silence is no new incident. */
    boolean covers(Insight other) {
        return this.incident != null
                && this.insights > 0
                && other.silence() != null
                && !other.gpus().isEmpty()
                && this.gpus.keySet().containsAll(other.keys());
    }

    /** Returns the event that states when the insight began; null if there is none. */
    @Nullable
    GpuEvent begun() {
        return this.incident != null && (isOwn(this.incident) || this.continues) ? this.incident.event() : null;
    }

    /** Returns whether the row is of the rule alone, not of a detector that reports the same. */
    private static boolean isOwn(Incident row) {
        return row.event().kind() == EventKind.INSIGHT;
    }

    /** Records that an insight began, changed or ended. */
    void update(Insight change) {
        this.insights -= change.isActive() ? 0 : 1;
        Incident row = this.incident;
        if (row == null) {
            if (change.isActive() && isReported(change)) {
                begin(change);
            }
        } else if (isOwn(row)) {
            update(row, change);
        }
    }

    /** Ends the row of an insight whose end cannot be stated. */
    void abandon(Instant now) {
        Incident row = this.incident;
        if (row != null && isOwn(row) && row.isOpen()) {
            row.end(now);
        }
    }

    private void update(Incident row, Insight change) {
        boolean complete = change.keys().containsAll(this.gpus.keySet());
        if (change.until() == null) {
            if (!this.gpus.keySet().containsAll(change.keys())) {
                add(change);
                EventDraft draft = draft(change);
                row.change(
                        (event) -> draft.facts().forEach(event.of(draft.gpu()).severity(draft.severity())::fact));
            }
        } else if (this.insights == 0) {
            Map<String, String> sentence = complete ? sentence(change) : Map.of();
            row.end(change.until(), (event) -> sentence.forEach(event::fact));
        }
    }

    private void add(Insight change) {
        change.gpus().forEach((gpu) -> this.gpus.put(gpu.key(), gpu));
    }

    private void begin(Insight change) {
        add(change);
        Incident row = this.log.begin(draft(change));
        this.incident = row;
        this.continues = !isOwn(row) && row.takeRestored();
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

    /** Returns a draft that names all GPUs, those without a UUID by their indexes. */
    private EventDraft draft(Insight change) {
        List<EventGpu> known = this.gpus.values().stream()
                .flatMap(
                        (gpu) -> gpu.uuid() == null ? Stream.empty() : Stream.of(new EventGpu(gpu.index(), gpu.uuid())))
                .toList();
        boolean identified = known.size() == this.gpus.size();
        EventDraft draft = EventDraft.about(
                        change.since(), EventKind.INSIGHT, change.severity(), identified ? known : Set.of())
                .reportedAt(change.reportedAt())
                .with(EventAttribute.RULE, change.rule())
                .with(sentence(change));
        if (identified) {
            return draft;
        }
        SortedSet<Integer> indexes =
                this.gpus.values().stream().map(InsightGpu::index).collect(Collectors.toCollection(TreeSet::new));
        String uuids = known.stream().map(EventGpu::uuid).sorted().collect(Collectors.joining(" "));
        return draft.with(EventAttribute.GPUS, EventGpu.indexes(indexes))
                .with(EventAttribute.UUIDS, uuids.isEmpty() ? null : uuids);
    }
}
