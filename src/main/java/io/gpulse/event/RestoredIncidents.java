package io.gpulse.event;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Rows that were open when the previous run ended. Alerts of this run continue them; a row of several GPUs is continued
 * by each. The row of a GPU that did not answer ends when it answers, even if the driver no longer lists it; the row of
 * a rule ends when the rule was evaluated and does not hold; every other row ends unless its alert fires within two
 * minutes.
 */
public final class RestoredIncidents {

    private static final long WITHIN = Duration.ofMinutes(2).toNanos();

    /** Windows of rules are longer only where they are configured. */
    private static final long INSIGHTS_WITHIN = Duration.ofMinutes(30).toNanos();

    /** Its lock guards the fields. */
    private final EventLog log;

    /** The keys of alerts that have not continued the row yet. */
    private final Map<Incident, Set<AlertKey>> waiting = new LinkedHashMap<>();

    /** When the previous run sampled the GPUs last; null before rows may end. */
    private @Nullable Instant lastSampled;

    /** The first round of this run, until its alerts have continued rows. */
    private @Nullable Snapshot first;

    private @Nullable Long firstNanos;

    RestoredIncidents(EventLog log) {
        this.log = log;
    }

    /** With the log's lock held. */
    void add(Incident row) {
        this.waiting.put(row, AlertKey.of(row.event()));
    }

    /**
     * Returns the row that an alert continues, preferably one of its kind; null where there is none. With the log's
     * lock held.
     */
    @Nullable
    Incident takeLike(EventDraft alert) {
        Optional<Map.Entry<Incident, Set<AlertKey>>> like = this.waiting.entrySet().stream()
                .filter((one) -> AlertKey.isContinued(one.getValue(), alert))
                .min(Comparator.comparing((one) -> one.getKey().event().kind() != alert.kind()));
        like.ifPresent((one) -> take(one.getKey(), one.getValue(), alert));
        return like.map(Map.Entry::getKey).orElse(null);
    }

    /** @param others keys of alerts that have not continued the row yet */
    private void take(Incident row, Set<AlertKey> others, EventDraft alert) {
        others.removeIf((key) -> key.gpu().isEmpty() || alert.uuids().contains(key.gpu()));
        if (others.isEmpty() || row.event().kind() == EventKind.INSIGHT) {
            this.waiting.remove(row);
        } else {
            row.addAlerts(1);
        }
    }

    /** With the log's lock held. */
    void remove(Incident row) {
        this.waiting.remove(row);
    }

    /** Removes and returns rows that an alert takes the place of. */
    List<Incident> takeReplaced(EventDraft alert) {
        return take((row) -> alert.kind() == EventKind.INSIGHT
                ? row.kind() == EventKind.INSIGHT && row.hasRuleOf(alert)
                : alert.kind().isUnreachable()
                        && row.isUnreachable()
                        && !Collections.disjoint(row.uuids(), alert.uuids()));
    }

    /**
     * Ends rows of rules.
     *
     * @param over whether a rule was evaluated and does not hold for the GPUs of a row, none for the machine
     */
    public void evaluated(BiPredicate<String, Set<String>> over) {
        end((row) -> row.kind() == EventKind.INSIGHT
                && over.test(row.facts().getOrDefault(EventAttribute.RULE, ""), row.uuids()));
    }

    /**
     * Starts to end rows.
     *
     * @param first the first round of this run
     * @param lastSampled when the previous run sampled the GPUs last
     */
    void start(Snapshot first, Instant lastSampled) {
        this.first = first;
        this.lastSampled = lastSampled;
        this.firstNanos = null;
    }

    /** Ends the rows whose alerts no longer fire in a round. */
    void update(Snapshot round) {
        if (this.lastSampled == null) {
            return;
        }
        this.firstNanos = this.firstNanos == null ? Long.valueOf(round.nanos()) : this.firstNanos;
        Snapshot began = this.first;
        if (began != null) {
            this.first = null;
            endAnswering(answering(began), (row) -> row.endUnknown(began.takenAt()));
        }
        Set<String> answering = answering(round);
        endAnswering(answering, (row) -> row.end(round.takenAt()));
        long passed = round.nanos() - this.firstNanos;
        end((row) -> row.kind() == EventKind.INSIGHT && passed >= INSIGHTS_WITHIN);
        if (passed >= WITHIN) {
            end((row) -> row.kind() != EventKind.INSIGHT
                    && !row.isUnreachable()
                    && (!needsAnswer(row) || answering.containsAll(row.uuids())));
        }
    }

    /** Returns whether the GPU must answer to end the row. */
    private static boolean needsAnswer(GpuEvent row) {
        return row.gpu() != null && (row.kind() == EventKind.XID || row.kind() == EventKind.RECOVERY_ACTION);
    }

    private static Set<String> answering(Snapshot round) {
        Map<String, GpuSample> gpus = round.byUuid();
        gpus.values().removeIf((sample) -> !sample.isRead());
        return gpus.keySet();
    }

    private void endAnswering(Set<String> answering, Consumer<Incident> end) {
        take((row) -> row.isUnreachable() && answering.containsAll(row.uuids())).forEach(end);
    }

    private void end(Predicate<GpuEvent> over) {
        Instant last = this.lastSampled;
        if (last != null) {
            take(over).forEach((row) -> row.endUnknown(last));
        }
    }

    /** With the log's lock held. */
    void clear() {
        this.waiting.clear();
        this.first = null;
        this.lastSampled = null;
    }

    private List<Incident> take(Predicate<GpuEvent> wanted) {
        synchronized (this.log) {
            List<Incident> taken = this.waiting.keySet().stream()
                    .filter((row) -> wanted.test(row.event()))
                    .toList();
            taken.forEach(this.waiting::remove);
            return taken;
        }
    }
}
