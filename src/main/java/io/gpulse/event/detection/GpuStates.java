package io.gpulse.event.detection;

import io.gpulse.device.Condition;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.Severity;
import io.gpulse.event.incident.RecentIncidents;
import io.gpulse.event.xid.Mounting;
import io.gpulse.event.xid.Outage;
import io.gpulse.event.xid.RecoveryAction;
import io.gpulse.metric.Metric;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Detects GPUs that do not answer, until they do, and recovery actions of the driver, until it requests none. */
final class GpuStates {

    private GpuStates() {}

    static Consumer<Snapshot> unanswered(EventLog log, RecentIncidents recent) {
        Map<String, StateAlert> alerts = new HashMap<>();
        return (round) -> round.byUuid().forEach((uuid, sample) -> {
            Condition condition = sample.condition();
            // Without a driver, a permission or figures of now, the state is not that of the GPU.
            boolean isOfDriver = condition.isUnread()
                    || (condition.state() == GpuState.ERROR && round.source().reason() != null);
            if (condition.state() != GpuState.ATTACHING && !isOfDriver) {
                EventGpu gpu = new EventGpu(sample.index(), uuid);
                alerts.computeIfAbsent(uuid, (first) -> new StateAlert(log, recent))
                        .update(gpu, unanswered(gpu, sample), round.takenAt());
            }
        });
    }

    private static @Nullable EventDraft unanswered(EventGpu gpu, GpuSample sample) {
        Condition condition = sample.condition();
        return Outage.of(condition)
                .map((outage) -> EventDraft.of(condition.since(), outage.kind(), outage.severity(), gpu)
                        .with(EventAttribute.RULE, outage.kind() == EventKind.GPU_STUCK ? "gpu-stuck" : "gpu-lost")
                        .with(EventAttribute.STATE, condition.state().name())
                        .with(EventAttribute.REASON, condition.detail())
                        .with(EventAttribute.BUS, condition.removed() ? "removed" : null)
                        .flag(
                                EventAttribute.SOLDERED,
                                Mounting.of(sample.identity()).isSoldered()))
                .orElse(null);
    }

    static Consumer<Snapshot> recoveryActions(EventLog log, RecentIncidents recent) {
        Map<String, StateAlert> alerts = new HashMap<>();
        return (round) -> GpuWatch.forEachThatAnswers(
                round,
                (gpu, sample) -> sample.readings()
                        .number(Metric.GPU_RECOVERY_ACTION)
                        .ifPresent(
                                (action) -> alerts.computeIfAbsent(gpu.uuid(), (first) -> new StateAlert(log, recent))
                                        .update(gpu, recovery(gpu, (long) action, round.takenAt()), round.takenAt())));
    }

    private static @Nullable EventDraft recovery(EventGpu gpu, long action, Instant now) {
        Severity severity =
                RecoveryAction.of(action).map(RecoveryAction::severity).orElse(Severity.WARNING);
        return action == 0
                ? null
                : EventDraft.of(now, EventKind.RECOVERY_ACTION, severity, gpu)
                        .with(EventAttribute.RULE, "recovery-action")
                        .with(EventAttribute.ACTION, action);
    }
}
