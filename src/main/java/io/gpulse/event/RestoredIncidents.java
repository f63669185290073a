package io.gpulse.event;

import io.gpulse.event.xid.XidTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Rows that were open when the previous run ended, of which it is unknown whether their alerts still fire. */
public final class RestoredIncidents {

    /** Facts in which several alerts of one kind and GPU differ. */
    private static final List<String> PARTS = List.of(EventAttribute.REASON, EventAttribute.LINK);

    /** Its lock guards the fields. */
    private final EventLog log;

    private final List<Incident> waiting = new ArrayList<>();
    private List<RuleEvaluation> evaluations = List.of();

    RestoredIncidents(EventLog log) {
        this.log = log;
    }

    /** With the log's lock held. */
    void add(Incident incident) {
        this.waiting.add(incident);
    }

    /**
     * Removes and returns the row that an alert continues, preferably one of its kind; null where there is none. With
     * the log's lock held.
     */
    @Nullable
    Incident takeLike(EventDraft draft) {
        Optional<Incident> taken = this.waiting.stream()
                .filter((incident) -> isLike(incident.event(), draft))
                .min(Comparator.comparing((incident) -> incident.event().kind() != draft.kind()));
        taken.ifPresent(this.waiting::remove);
        return taken.orElse(null);
    }

    private static boolean isLike(GpuEvent before, EventDraft now) {
        if (!isOfSameGpus(before, GpuEvent.uuids(now.gpu(), now.facts()))) {
            return false;
        }
        if (explains(before.xid(), now.kind()) || explains(now.xid(), before.kind())) {
            return true;
        }
        if (before.kind() == EventKind.INSIGHT) {
            return hasEqual(EventAttribute.RULE, before, now);
        }
        return before.kind() == now.kind()
                && (isState(now.kind()) || PARTS.stream().allMatch((part) -> hasEqual(part, before, now)));
    }

    private static boolean hasEqual(String fact, GpuEvent before, EventDraft now) {
        return Objects.equals(before.facts().get(fact), now.facts().get(fact));
    }

    /** A row of several GPUs is continued by the first of them; the others join. */
    private static boolean isOfSameGpus(GpuEvent before, Set<String> gpus) {
        boolean shared = !gpus.isEmpty() && before.uuids().containsAll(gpus);
        return before.uuids().equals(gpus) || shared && before.kind() != EventKind.LINK_ERRORS;
    }

    /** Returns whether a fault is the cause of an event. */
    private static boolean explains(@Nullable Integer xid, EventKind kind) {
        return xid != null && XidTable.of(xid).explains(kind);
    }

    /** A GPU has one state; the text of the driver about it varies. */
    private static boolean isState(EventKind kind) {
        return switch (kind) {
            case GPU_LOST, GPU_STUCK, GPU_FAILED, DRIVER_GONE, RECOVERY_ACTION -> true;
            default -> false;
        };
    }

    /** Removes and returns rows that an alert takes the place of: the same GPU or rule is reported in another way. */
    List<Incident> takeReplaced(EventDraft now) {
        Set<String> gpus = GpuEvent.uuids(now.gpu(), now.facts());
        if (now.kind() == EventKind.INSIGHT) {
            return take((event) -> event.kind() == EventKind.INSIGHT
                    && hasEqual(EventAttribute.RULE, event, now)
                    && !Collections.disjoint(event.uuids(), gpus));
        }
        return isUnreachable(now.kind())
                ? take((event) -> isUnreachable(event) && !Collections.disjoint(event.uuids(), gpus))
                : List.of();
    }

    /** Records what rules found not to hold. */
    public void evaluated(List<RuleEvaluation> rules) {
        synchronized (this.log) {
            this.evaluations = List.copyOf(rules);
        }
    }

    /**
     * Ends rows of rules that no longer fire.
     *
     * @param lastSampled when the previous run sampled the GPUs last
     * @param late whether all rules had time to fire again
     */
    void endRules(Instant lastSampled, boolean late) {
        take((event) -> event.kind() == EventKind.INSIGHT
                        && (late || this.evaluations.stream().anyMatch((rule) -> isOver(rule, event))))
                .forEach((incident) -> endUnknown(incident, lastSampled));
    }

    private static boolean isOver(RuleEvaluation rule, GpuEvent event) {
        return rule.rule().equals(event.facts().get(EventAttribute.RULE)) && rule.isOver(event.uuids());
    }

    /**
     * Ends rows whose alerts did not fire again, except for those that only a GPU that does not answer could confirm.
     *
     * @param lastSampled when the previous run sampled the GPUs last
     * @param answering UUIDs of the GPUs that answer
     */
    void endUnconfirmed(Instant lastSampled, Set<String> answering) {
        take((event) -> event.kind() != EventKind.INSIGHT
                        && !isUnreachable(event)
                        && (!needsAnswer(event) || answering.containsAll(event.uuids())))
                .forEach((incident) -> endUnknown(incident, lastSampled));
    }

    /**
     * Ends rows of GPUs that did not answer, and do now.
     *
     * @param answering UUIDs of the GPUs that answer
     * @param known whether the GPUs began to answer at this time
     */
    void endAnswering(Set<String> answering, Instant at, boolean known) {
        take((event) -> isUnreachable(event) && answering.containsAll(event.uuids()))
                .forEach((incident) -> {
                    if (known) {
                        incident.end(at);
                    } else {
                        endUnknown(incident, at);
                    }
                });
    }

    private static void endUnknown(Incident incident, Instant at) {
        incident.end(at, (event) -> event.fact(EventAttribute.END_UNKNOWN, true));
    }

    /** Returns whether a row reports a GPU that does not answer, for whatever cause. */
    private static boolean isUnreachable(GpuEvent event) {
        return !event.uuids().isEmpty()
                && (isUnreachable(event.kind())
                        || event.kind() == EventKind.XID && event.facts().containsKey(EventAttribute.STATE));
    }

    private static boolean isUnreachable(EventKind kind) {
        return kind == EventKind.GPU_LOST || kind == EventKind.GPU_STUCK || kind == EventKind.GPU_FAILED;
    }

    /** Returns whether the GPU must answer to end the row. */
    private static boolean needsAnswer(GpuEvent event) {
        return event.gpu() != null && (event.kind() == EventKind.XID || event.kind() == EventKind.RECOVERY_ACTION);
    }

    /** With the log's lock held. */
    void clear() {
        this.waiting.clear();
    }

    private List<Incident> take(Predicate<GpuEvent> wanted) {
        synchronized (this.log) {
            List<Incident> taken = this.waiting.stream()
                    .filter((incident) -> wanted.test(incident.event()))
                    .toList();
            this.waiting.removeAll(taken);
            return taken;
        }
    }
}
