package io.gpulse.event.detection;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventChange;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Incident;
import io.gpulse.event.incident.RecentIncidents;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A state that a GPU is in, or that its driver reports: a row of its own, or a part of the fault that explains it. */
final class StateAlert {

    /** Facts in which two states of a GPU differ. */
    private static final List<String> DISTINCT =
            List.of(EventAttribute.STATE, EventAttribute.BUS, EventAttribute.ACTION);

    private final EventLog log;
    private final RecentIncidents recent;
    private @Nullable EventDraft state;
    private @Nullable Incident row;

    /** Whether the row lasts as long as the state. */
    private boolean own;

    StateAlert(EventLog log, RecentIncidents recent) {
        this.log = log;
        this.recent = recent;
    }

    /** @param next the event of the present state; null for a state that needs none */
    void update(EventGpu gpu, @Nullable EventDraft next, Instant now) {
        EventDraft last = this.state;
        Incident before = this.row;
        boolean moved = before != null && before.event().isOfOthers(gpu);
        if (!moved && DISTINCT.stream().allMatch((fact) -> hasEqual(fact, last, next))) {
            return;
        }
        this.state = next;
        if (before != null && next != null && !moved && continues(before.event(), last, next)) {
            before.change(facts(next));
            return;
        }
        if (before != null && this.own) {
            before.end(now);
        }
        this.row = next == null ? null : begin(gpu, next);
    }

    private static boolean hasEqual(String fact, @Nullable EventDraft one, @Nullable EventDraft other) {
        return Objects.equals(
                one == null ? null : one.facts().get(fact),
                other == null ? null : other.facts().get(fact));
    }

    /** A row of several GPUs keeps its facts, as they are true of the others. */
    private boolean continues(GpuEvent before, @Nullable EventDraft last, EventDraft next) {
        return (before.gpu() != null || !this.own)
                && (hasEqual(EventAttribute.STATE, last, next) || before.explains(next.kind()));
    }

    private Incident begin(EventGpu gpu, EventDraft draft) {
        Optional<Incident> cause = this.recent.causeOf(draft.kind(), gpu.uuid(), draft.at());
        this.own = cause.isEmpty() || draft.kind() != EventKind.RECOVERY_ACTION;
        cause.ifPresent((fault) -> {
            if (this.own) {
                fault.reopen(facts(draft));
            } else {
                fault.change(facts(draft));
            }
        });
        Incident current = cause.orElseGet(() -> this.log.begin(draft));
        this.recent.add(gpu.uuid(), current);
        return current;
    }

    private static Consumer<EventChange> facts(EventDraft draft) {
        Map<String, String> facts = new TreeMap<>(draft.facts());
        facts.remove(EventAttribute.RULE);
        return (change) -> facts.forEach(change.severity(draft.severity())::fact);
    }
}
