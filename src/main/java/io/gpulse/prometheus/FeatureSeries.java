package io.gpulse.prometheus;

import io.gpulse.web.EventMonitor;
import io.gpulse.web.InsightMonitor;
import io.gpulse.web.OccupancyMonitor;
import io.gpulse.web.OccupancyMonitor.GpuOccupancy;
import io.gpulse.web.monitor.ClassMonitor;
import io.gpulse.web.monitor.NotificationMonitor;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.Unit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The series of events, rules, and time and energy of GPUs by occupancy. */
final class FeatureSeries {

    private static final Family EVENTS = Family.counter("gpulse_events", "Events since the start of gpulse, by kind.");

    private static final Family XIDS = Family.counter(
            "gpulse_xid_errors",
            "Xid errors since the start of gpulse. An error that is reported in several ways is counted once; an Xid"
                    + " that did not occur has no series.");

    private static final Family INSIGHTS = Family.gauge(
            "gpulse_insight_active",
            "State of a rule: 1 while it is firing, with the alert's severity, cause and action; 0 while it is checked"
                    + " and not firing; a rule that cannot be checked here has no series.");

    private static final Family SECONDS = Family.counter(
            "gpulse_gpu_seconds",
            "Time since the first sample of the GPU, over restarts of gpulse: active while it was busy, held_idle while"
                    + " it was idle with a process, reserved while it was free but a scheduler's job had it, free"
                    + " otherwise, unknown without samples.",
            Unit.SECONDS);

    private static final Family JOULES = Family.counter(
            "gpulse_gpu_state_energy_joules",
            "Energy used in that time, as far as known; gpulse_gpu_energy_joules_total is the driver's own counter.",
            Unit.JOULES);

    private static final Family CLASS = Family.gauge(
            "gpulse_gpu_class",
            "Class of the GPU, as in /api/v1/machine, the first that applies: 0 unknown, 1 in trouble, 2 held idle, 3"
                    + " reserved, 4 free, 5 working.");

    private static final Family HELD = Family.gauge(
            "gpulse_gpu_held_bytes",
            "Memory of the processes of a user, job or pod; see gpulse.metrics.workloads.",
            Unit.BYTES);

    private static final Family OWNER_SECONDS = Family.counter(
            "gpulse_owner_gpu_seconds",
            "GPU time of a user, job or pod since the start of gpulse: active while a kernel of it ran, or may have,"
                    + " held_idle while none did.",
            Unit.SECONDS);

    private static final Family OWNER_JOULES = Family.counter(
            "gpulse_owner_energy_joules",
            "Energy of the GPU that a user, job or pod used since the start of gpulse, as far as it is known whose it"
                    + " was.",
            Unit.JOULES);

    private static final Family NOTIFICATIONS = Family.counter(
            "gpulse_notifications",
            "Messages to configured receivers since the start of gpulse, by the outcome of each attempt.");

    static final List<Family> FAMILIES =
            List.of(NOTIFICATIONS, EVENTS, XIDS, INSIGHTS, SECONDS, JOULES, CLASS, HELD, OWNER_SECONDS, OWNER_JOULES);

    /** Those of a small page. */
    static final List<Family> CORE =
            List.of(NOTIFICATIONS, XIDS, INSIGHTS, SECONDS, CLASS, HELD, OWNER_SECONDS, OWNER_JOULES);

    private FeatureSeries() {}

    static void add(EventMonitor events, Exposition exposition) {
        events.countsByKind().forEach((kind, count) -> exposition.add(EVENTS, () -> Labels.of("kind", kind), count));
        events.xidErrors()
                .forEach((series, count) -> exposition.add(
                        XIDS,
                        () -> labels(series.index(), series.uuid()).add("xid", Integer.toString(series.xid())),
                        count));
    }

    static void add(InsightMonitor.RuleState state, Exposition exposition) {
        if (state.alert() != null || !exposition.isCore()) {
            exposition.add(INSIGHTS, () -> labels(state), state.alert() == null ? 0 : 1);
        }
    }

    private static Labels labels(InsightMonitor.RuleState state) {
        InsightMonitor.GpuLabels gpu = state.gpu();
        Labels labels = gpu == null ? Labels.EMPTY : labels(gpu.index(), gpu.uuid());
        Labels ofRule = labels.add("rule", state.rule()).add("severity", state.severity());
        InsightMonitor.AlertLabels alert = state.alert();
        return alert == null ? ofRule : ofRule.add("cause", alert.cause()).add("action", alert.action());
    }

    static void add(NotificationMonitor messages, Exposition exposition) {
        messages.notifications()
                .forEach((series, count) -> exposition.add(
                        NOTIFICATIONS,
                        () -> Labels.of("receiver", series.receiver(), "outcome", series.outcome()),
                        count));
    }

    static void add(GpuOccupancy gpu, Exposition exposition) {
        Labels labels = labels(gpu.index(), gpu.uuid());
        gpu.seconds().forEach((state, seconds) -> exposition.add(SECONDS, () -> labels.add("state", state), seconds));
        gpu.joules().forEach((state, joules) -> exposition.add(JOULES, () -> labels.add("state", state), joules));
    }

    static void add(ClassMonitor.ClassOfGpu gpu, Exposition exposition) {
        exposition.add(CLASS, () -> labels(gpu.index(), gpu.uuid()), gpu.place());
    }

    /** @param label name of the label that holds the owner */
    static void add(OccupancyMonitor.OwnerUse use, String label, Exposition exposition) {
        Labels labels = labels(use.index(), use.uuid()).add(label, use.owner());
        if (!Double.isNaN(use.held())) {
            exposition.add(HELD, () -> labels, use.held());
        }
        exposition.add(OWNER_SECONDS, () -> labels.add("state", "active"), use.active());
        exposition.add(OWNER_SECONDS, () -> labels.add("state", "held_idle"), use.heldIdle());
        exposition.add(OWNER_JOULES, () -> labels, use.joules());
    }

    private static Labels labels(int index, @Nullable String uuid) {
        Labels ofIndex = Labels.of("gpu", Integer.toString(index));
        return uuid == null ? ofIndex : ofIndex.add("uuid", uuid);
    }
}
