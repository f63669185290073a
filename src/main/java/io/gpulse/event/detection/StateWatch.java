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
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Incident;
import io.gpulse.event.Severity;
import io.gpulse.event.incident.RecentIncidents;
import io.gpulse.event.xid.Mounting;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Detects GPUs that do not answer, until they do. */
final class StateWatch implements Consumer<Snapshot> {

    private final EventLog log;
    private final RecentIncidents recent;
    private final Map<String, Trouble> troubles = new HashMap<>();

    private record Trouble(Condition condition, Incident incident) {}

    StateWatch(EventLog log, RecentIncidents recent) {
        this.log = log;
        this.recent = recent;
    }

    @Override
    public void accept(Snapshot round) {
        boolean driverGone = round.source().reason() != null;
        round.byUuid().forEach((uuid, sample) -> {
            Condition condition = sample.condition();
            // Without a driver, a permission or figures of now, the state is not that of the GPU.
            boolean isOfDriver = condition.isUnread() || (condition.state() == GpuState.ERROR && driverGone);
            if (condition.state() != GpuState.ATTACHING && !isOfDriver) {
                add(new EventGpu(sample.index(), uuid), sample, round);
            }
        });
    }

    private void add(EventGpu gpu, GpuSample sample, Snapshot round) {
        Condition condition = sample.condition();
        GpuState state = condition.state();
        Trouble before = this.troubles.get(gpu.uuid());
        if (before != null) {
            GpuEvent row = before.incident.event();
            boolean sameState = before.condition.state() == state;
            boolean moved = row.isOfOthers(gpu);
            if (!moved && sameState && before.condition.removed() == condition.removed()) {
                return;
            }
            // A row of several GPUs keeps its facts, as they are true of the others.
            if (!moved && row.gpu() != null && (sameState || (isTrouble(state) && row.explains(kind(state))))) {
                this.troubles.put(gpu.uuid(), new Trouble(condition, before.incident));
                before.incident.change(facts(condition));
                return;
            }
            this.troubles.remove(gpu.uuid());
            before.incident.end(round.takenAt());
        }
        if (isTrouble(state)) {
            this.troubles.put(gpu.uuid(), begin(gpu, sample));
        }
    }

    private Trouble begin(EventGpu gpu, GpuSample sample) {
        Condition condition = sample.condition();
        EventKind kind = kind(condition.state());
        Optional<Incident> cause = this.recent.causeOf(kind, gpu.uuid(), condition.since());
        cause.ifPresent((row) -> row.reopen(facts(condition)));
        Incident incident = cause.orElseGet(() -> this.log.begin(EventDraft.of(
                        condition.since(), kind, severity(condition), gpu)
                .with(EventAttribute.RULE, kind == EventKind.GPU_STUCK ? "gpu-stuck" : "gpu-lost")
                .with(EventAttribute.STATE, condition.state().name())
                .with(EventAttribute.REASON, condition.detail())
                .with(EventAttribute.BUS, bus(condition))
                .flag(EventAttribute.SOLDERED, Mounting.of(sample.identity()).isSoldered())));
        this.recent.add(gpu.uuid(), incident);
        return new Trouble(condition, incident);
    }

    private static boolean isTrouble(GpuState state) {
        return state != GpuState.OK && state != GpuState.SLEEPING;
    }

    private static Severity severity(Condition condition) {
        return condition.state() == GpuState.SLOW ? Severity.WARNING : Severity.CRITICAL;
    }

    private static Consumer<EventChange> facts(Condition condition) {
        return (change) -> change.severity(severity(condition))
                .fact(EventAttribute.STATE, condition.state().name())
                .fact(EventAttribute.REASON, condition.detail())
                .fact(EventAttribute.BUS, bus(condition));
    }

    private static @Nullable String bus(Condition condition) {
        return condition.removed() ? "removed" : null;
    }

    private static EventKind kind(GpuState state) {
        return switch (state) {
            case LOST -> EventKind.GPU_LOST;
            case STUCK, SLOW -> EventKind.GPU_STUCK;
            default -> EventKind.GPU_FAILED;
        };
    }
}
