package io.gpulse.event.detection;

import io.gpulse.device.Condition;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventChange;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.Incident;
import io.gpulse.event.Severity;
import io.gpulse.event.incident.RecentIncidents;
import io.gpulse.event.xid.Mounting;
import io.gpulse.event.xid.Outage;
import io.gpulse.event.xid.RecoveryAction;
import io.gpulse.metric.Metric;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A state that a GPU is in, or that its driver reports: a row of its own, or a part of the fault that explains it. */
final class StateAlert {

    /** Facts in which two states of a GPU differ. */
    private static final List<String> DISTINCT =
            List.of(EventAttribute.STATE, EventAttribute.BUS, EventAttribute.ACTION);

    private final EventLog log;
    private final RecentIncidents recent;

    /** Those of all GPUs, by UUID. */
    private final Map<String, StateAlert> all;

    private @Nullable EventDraft state;

    /** The event of the present state; null for a state that needs none. */
    private @Nullable EventDraft next;

    private @Nullable Incident row;

    /** Whether the row lasts as long as the state. */
    private boolean own;

    private StateAlert(EventLog log, RecentIncidents recent, Map<String, StateAlert> all) {
        this.log = log;
        this.recent = recent;
        this.all = all;
    }

    /** Detects GPUs that do not answer, until they do. */
    static Consumer<Snapshot> unanswered(EventLog log, RecentIncidents recent) {
        return alerts(log, recent, StateAlert::unanswered);
    }

    /** Detects recovery actions that the driver requests, until it requests none. */
    static Consumer<Snapshot> recoveryActions(EventLog log, RecentIncidents recent) {
        return alerts(log, recent, StateAlert::recoveryActions);
    }

    /** @param reader of the events of the states of a round; empty for a state that needs none */
    private static Consumer<Snapshot> alerts(
            EventLog log, RecentIncidents recent, Function<Snapshot, Map<EventGpu, Optional<EventDraft>>> reader) {
        Map<String, StateAlert> alerts = new HashMap<>();
        return (round) -> {
            Map<EventGpu, StateAlert> read = new LinkedHashMap<>();
            reader.apply(round).forEach((gpu, state) -> {
                StateAlert alert = alerts.computeIfAbsent(gpu.uuid(), (first) -> new StateAlert(log, recent, alerts));
                alert.next = state.orElse(null);
                read.put(gpu, alert);
            });
            read.forEach((gpu, alert) -> alert.update(gpu, round.takenAt()));
        };
    }

    private static Map<EventGpu, Optional<EventDraft>> unanswered(Snapshot round) {
        Map<EventGpu, Optional<EventDraft>> states = new LinkedHashMap<>();
        round.byUuid().forEach((uuid, sample) -> {
            Condition condition = sample.condition();
            // Without a driver, a permission or figures of now, the state is not that of the GPU.
            boolean isOfDriver = condition.isUnread() || Outage.isOfDriver(condition, round.source());
            boolean isStarting = condition.state() == GpuState.ATTACHING || Outage.isStarting(sample, round.takenAt());
            if (!isStarting && !isOfDriver) {
                EventGpu gpu = new EventGpu(sample.index(), uuid);
                states.put(gpu, unanswered(gpu, sample));
            }
        });
        return states;
    }

    private static Optional<EventDraft> unanswered(EventGpu gpu, GpuSample sample) {
        Condition condition = sample.condition();
        return Outage.of(condition)
                .map((outage) -> EventDraft.of(condition.since(), outage.kind(), outage.severity(), gpu)
                        .with(EventAttribute.RULE, outage.kind() == EventKind.GPU_STUCK ? "gpu-stuck" : "gpu-lost")
                        .with(EventAttribute.STATE, condition.state().name())
                        .with(EventAttribute.REASON, condition.detail())
                        .with(EventAttribute.BUS, condition.removed() ? "removed" : null)
                        .flag(
                                EventAttribute.SOLDERED,
                                Mounting.of(sample.identity()).isSoldered()));
    }

    private static Map<EventGpu, Optional<EventDraft>> recoveryActions(Snapshot round) {
        Map<EventGpu, Optional<EventDraft>> states = new LinkedHashMap<>();
        GpuWatch.forEachThatAnswers(
                round,
                (gpu, sample) -> sample.readings()
                        .number(Metric.GPU_RECOVERY_ACTION)
                        .ifPresent((action) -> states.put(gpu, recovery(gpu, (long) action, round.takenAt()))));
        return states;
    }

    private static Optional<EventDraft> recovery(EventGpu gpu, long action, Instant now) {
        Severity severity =
                RecoveryAction.of(action).map(RecoveryAction::severity).orElse(Severity.WARNING);
        return action == 0
                ? Optional.empty()
                : Optional.of(EventDraft.of(now, EventKind.RECOVERY_ACTION, severity, gpu)
                        .with(EventAttribute.RULE, "recovery-action")
                        .with(EventAttribute.ACTION, action));
    }

    /** Changes, ends or begins the row, once the present state of all GPUs is known. */
    private void update(EventGpu gpu, Instant now) {
        EventDraft last = this.state;
        EventDraft next = this.next;
        Incident before = this.row;
        boolean moved = before != null && before.event().isOfOthers(gpu);
        if (!moved && DISTINCT.stream().allMatch((fact) -> hasEqual(fact, last, next))) {
            return;
        }
        this.state = next;
        if (before != null && next != null && !moved && continues(before, last, next)) {
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

    /** A row of several GPUs keeps its facts while they are true of one of them. */
    private boolean continues(Incident before, @Nullable EventDraft last, EventDraft next) {
        return (before.event().gpu() != null || !this.own || changesAlike(before, next))
                && (hasEqual(EventAttribute.STATE, last, next) || before.event().explains(next.kind()));
    }

    /** Returns whether each GPU of a row is still part of it and has the same state now. */
    private boolean changesAlike(Incident before, EventDraft next) {
        List<EventGpu> gpus = before.event().gpus();
        return !gpus.isEmpty()
                && gpus.stream()
                        .map((gpu) -> this.all.get(gpu.uuid()))
                        .allMatch((other) -> other != null
                                && other.row == before
                                && DISTINCT.stream().allMatch((fact) -> hasEqual(fact, other.next, next)));
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
