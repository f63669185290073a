package io.gpulse.event.detection;

import io.gpulse.device.Condition;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.event.EventChange;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.Fact;
import io.gpulse.event.Incident;
import io.gpulse.event.Severity;
import io.gpulse.event.incident.RecentIncidents;
import io.gpulse.event.xid.XidTable;
import io.gpulse.history.accounting.TimedSnapshot;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** GPUs that do not answer, until they do. */
final class StateWatch implements RoundWatch {

    private final EventLog log;
    private final RecentIncidents recent;
    private final Map<String, Trouble> troubles = new HashMap<>();

    private record Trouble(Condition condition, Incident incident) {

        boolean isStill(Condition now) {
            return now.state() == this.condition.state();
        }
    }

    StateWatch(EventLog log, RecentIncidents recent) {
        this.log = log;
        this.recent = recent;
    }

    @Override
    public void add(TimedSnapshot round) {
        boolean driverGone = round.snapshot().source().reason() != null;
        Instant now = round.snapshot().takenAt();
        for (GpuSample sample : round.snapshot().gpus()) {
            RoundWatch.gpu(sample).ifPresent((gpu) -> add(gpu, sample.condition(), now, driverGone));
        }
    }

    private void add(EventGpu gpu, Condition condition, Instant now, boolean driverGone) {
        GpuState state = condition.state();
        // While the driver is gone or asked anew, or we may not look, what a GPU says is not about the GPU.
        boolean isOfDriver = state == GpuState.ERROR && (driverGone || condition.forbidden());
        if (state == GpuState.ATTACHING || isOfDriver) {
            return;
        }
        Trouble before = this.troubles.get(gpu.uuid());
        if (before != null && before.isStill(condition) && before.condition.removed() == condition.removed()) {
            return;
        }
        if (before != null && (before.isStill(condition) || isExplained(before.incident, state))) {
            this.troubles.put(gpu.uuid(), new Trouble(condition, before.incident));
            before.incident.change(facts(condition));
            return;
        }
        if (before != null) {
            this.troubles.remove(gpu.uuid());
            before.incident.end(now);
        }
        if (isTrouble(state)) {
            this.troubles.put(gpu.uuid(), new Trouble(condition, begin(gpu, condition)));
        }
    }

    private Incident begin(EventGpu gpu, Condition condition) {
        EventKind kind = kind(condition.state());
        Incident incident = this.recent
                .causeOf(kind, gpu.uuid(), condition.since())
                .map((cause) -> {
                    cause.reopen(facts(condition));
                    return cause;
                })
                .orElseGet(() -> this.log.begin(EventDraft.of(condition.since(), kind, Severity.CRITICAL, gpu)
                        .with(Fact.STATE, condition.state().name())
                        .with(Fact.REASON, condition.detail())
                        .with(Fact.BUS, bus(condition))));
        this.recent.add(gpu.uuid(), incident);
        return incident;
    }

    /** A fault goes on while the GPU does not answer because of it in one way or another. */
    private static boolean isExplained(Incident incident, GpuState state) {
        Integer xid = incident.event().xid();
        return isTrouble(state) && xid != null && XidTable.of(xid).explains(kind(state));
    }

    private static boolean isTrouble(GpuState state) {
        return state != GpuState.OK && state != GpuState.SLEEPING;
    }

    private static Consumer<EventChange> facts(Condition condition) {
        return (change) -> change.severity(Severity.CRITICAL)
                .fact(Fact.STATE, condition.state().name())
                .fact(Fact.REASON, condition.detail())
                .fact(Fact.BUS, bus(condition));
    }

    private static @Nullable String bus(Condition condition) {
        return condition.removed() ? "removed" : null;
    }

    private static EventKind kind(GpuState state) {
        return switch (state) {
            case LOST -> EventKind.GPU_LOST;
            case STUCK -> EventKind.GPU_STUCK;
            default -> EventKind.GPU_FAILED;
        };
    }
}
