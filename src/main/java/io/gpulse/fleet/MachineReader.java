package io.gpulse.fleet;

import io.gpulse.device.Activity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.HostSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.device.workload.Workload;
import io.gpulse.event.Severity;
import io.gpulse.history.accounting.Occupancy;
import io.gpulse.insight.PublishedAlerts;
import io.gpulse.insight.PublishedAlerts.PublishedAlert;
import io.gpulse.insight.rule.InsightRules;
import io.gpulse.metric.Metric;
import io.gpulse.selection.FreeGpuFinder;
import io.gpulse.view.JsonNumbers;
import io.gpulse.view.PublishedSnapshot;
import io.gpulse.view.PublishedSnapshots;
import io.gpulse.web.monitor.ClassMonitor;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reports this machine in short. */
final class MachineReader implements ClassMonitor {

    static final Duration IDLE = Duration.ofMinutes(15);

    /** @param holder for whom gpulse holds it */
    record Classified(
            GpuSample sample, GpuClass use, @Nullable String holder) {}

    private static final Set<GpuState> FAULTS =
            Set.of(GpuState.LOST, GpuState.STUCK, GpuState.RESET_REQUIRED, GpuState.ERROR);

    private final PublishedSnapshots published;
    private final FreeGpuFinder finder;
    private final PublishedAlerts alerts;
    private final @Nullable String version;
    private final String instance = UUID.randomUUID().toString();

    MachineReader(
            PublishedSnapshots published, FreeGpuFinder finder, PublishedAlerts alerts, @Nullable String version) {
        this.published = published;
        this.finder = finder;
        this.alerts = alerts;
        this.version = version;
    }

    /** Returns the report of the latest round; without GPUs before the first one. */
    MachineReport report() {
        List<PublishedAlert> active = active();
        return this.published
                .latest()
                .map((round) -> report(round, active))
                .orElseGet(() -> new MachineReport(
                        this.instance, "", this.version, null, null, false, null, null, List.of(), List.of()));
    }

    private List<PublishedAlert> active() {
        return this.alerts.active().stream()
                .filter((alert) -> alert.severity() != Severity.INFO)
                .toList();
    }

    @Override
    public List<ClassOfGpu> classes() {
        return this.published.latest().map(this::classes).orElse(List.of());
    }

    private List<ClassOfGpu> classes(PublishedSnapshot round) {
        UnaryOperator<GpuClass> known = round.isStale() ? (use) -> GpuClass.UNKNOWN : UnaryOperator.identity();
        return classified(round.snapshot(), active())
                .map((gpu) -> new ClassOfGpu(
                        gpu.sample().index(), gpu.sample().uuid(), GpuClass.ALL.indexOf(known.apply(gpu.use()))))
                .toList();
    }

    private Stream<Classified> classified(Snapshot snapshot, List<PublishedAlert> active) {
        Set<Integer> free = Set.copyOf(this.finder.free(snapshot));
        Map<Integer, String> holders = this.finder.holders(snapshot);
        return snapshot.gpus().stream().map((gpu) -> {
            GpuClass use = classOf(gpu, snapshot.takenAt(), active, free.contains(gpu.index()));
            String holder = holders.get(gpu.index());
            boolean isHeld = holder != null && use == GpuClass.WORKING && Occupancy.of(gpu) == Occupancy.FREE;
            return new Classified(gpu, isHeld ? GpuClass.RESERVED : use, isHeld ? holder : null);
        });
    }

    private MachineReport report(PublishedSnapshot round, List<PublishedAlert> active) {
        Snapshot snapshot = round.snapshot();
        HostSample host = snapshot.host();
        MachineReport report = new MachineReport(
                this.instance,
                host == null ? "" : host.hostname(),
                this.version,
                snapshot.takenAt(),
                round.age().toMillis(),
                snapshot.source().simulated(),
                snapshot.source().driverVersion(),
                snapshot.source().reason(),
                classified(snapshot, active).map(MachineReader::gpu).toList(),
                active.stream().map(MachineReader::alert).toList());
        return round.isStale() ? report.unknown() : report;
    }

    /** @param free whether it is free by the usual conditions */
    static GpuClass classOf(GpuSample gpu, Instant now, List<PublishedAlert> active, boolean free) {
        boolean isAiling = active.stream()
                .filter(MachineReader::isTrouble)
                .anyMatch((alert) -> alert.gpus().containsValue(gpu.index()));
        if (isFault(gpu.state())) {
            return GpuClass.TROUBLE;
        }
        switch (gpu.state()) {
            case ATTACHING, SLEEPING, STALE -> {
                return isAiling ? GpuClass.TROUBLE : GpuClass.UNKNOWN;
            }
            default -> {
                return isAiling ? GpuClass.TROUBLE : ofUse(gpu, now, free);
            }
        }
    }

    /** Returns whether a GPU in this state cannot be used. */
    static boolean isFault(GpuState state) {
        return FAULTS.contains(state);
    }

    private static GpuClass ofUse(GpuSample gpu, Instant now, boolean free) {
        Instant idleSince = gpu.activity().idleSince();
        boolean isLong = idleSince != null && !idleSince.isAfter(now.minus(IDLE));
        return switch (Occupancy.of(gpu)) {
            case ACTIVE -> GpuClass.WORKING;
            case HELD_IDLE -> isLong ? GpuClass.HELD_IDLE : GpuClass.WORKING;
            case RESERVED -> GpuClass.RESERVED;
            case FREE -> free ? GpuClass.FREE : GpuClass.WORKING;
            // A GPU that is split, or one of which the driver reports no utilization.
            case UNKNOWN ->
                gpu.readings().number(Metric.PROCESSES_RUNNING).orElse(0) > 0 ? GpuClass.WORKING : GpuClass.UNKNOWN;
        };
    }

    static MachineGpu gpu(Classified classified) {
        GpuSample gpu = classified.sample();
        GpuClass use = classified.use();
        GpuSample.Last last = gpu.last();
        // The size does not change; all other values of a GPU that is not read are unknown.
        Readings lasting = last == null ? gpu.readings() : last.known().own();
        return new MachineGpu(
                gpu.index(),
                gpu.uuid(),
                gpu.identity() == null ? null : gpu.identity().name(),
                gpu.state(),
                use,
                use == GpuClass.FREE,
                since(gpu),
                number(Activity.utilization(gpu.known())),
                number(gpu, Metric.MEMORY_USED),
                number(gpu, Metric.MEMORY_FREE),
                number(lasting.number(Metric.MEMORY_TOTAL)),
                number(gpu, Metric.POWER_DRAW),
                number(gpu, Metric.TEMPERATURE_GPU),
                number(gpu, Metric.PROCESSES_RUNNING),
                holders(classified).distinct().toList());
    }

    private static Stream<MachineGpu.Holder> holders(Classified gpu) {
        return Stream.of(
                        gpu.sample().known().processes().stream().map(MachineReader::holder),
                        gpu.sample().reservations().stream()
                                .map((reservation) -> new MachineGpu.Holder(
                                        reservation.user(),
                                        null,
                                        reservation.workload().id(),
                                        true)),
                        Stream.ofNullable(gpu.holder()).map((user) -> new MachineGpu.Holder(user, null, null, true)))
                .flatMap(UnaryOperator.identity());
    }

    private static MachineGpu.Holder holder(ProcessSample process) {
        Workload workload = process.workload();
        return new MachineGpu.Holder(
                process.readings().word(Metric.PROCESS_USER).orElse(null),
                process.readings().word(Metric.PROCESS_PROGRAM).orElse(process.name()),
                workload == null ? null : workload.id(),
                false);
    }

    private static @Nullable Instant since(GpuSample gpu) {
        if (!gpu.isRead()) {
            return gpu.condition().since();
        }
        Instant idle = gpu.activity().idleSince();
        return idle == null ? gpu.activity().busySince() : idle;
    }

    private static @Nullable Number number(GpuSample gpu, Metric metric) {
        return number(gpu.readings().number(metric));
    }

    private static @Nullable Number number(OptionalDouble value) {
        return value.isPresent() ? JsonNumbers.of(value.getAsDouble()) : null;
    }

    private static boolean isTrouble(PublishedAlert alert) {
        return isTrouble(alert.rule(), alert.severity().label());
    }

    /** Returns whether GPUs are in trouble by an alert: also by one of a rule that is not known here. */
    static boolean isTrouble(String rule, String severity) {
        Severity known = Severity.CRITICAL.label().equals(severity) ? Severity.CRITICAL : Severity.WARNING;
        return InsightRules.find(rule).map((row) -> row.spec().isTrouble(known)).orElse(true);
    }

    private static MachineAlert alert(PublishedAlert alert) {
        return new MachineAlert(
                alert.rule(),
                alert.severity().label(),
                isTrouble(alert),
                alert.since(),
                List.copyOf(alert.gpus().values()),
                alert.brief().en(),
                alert.sentence().en(),
                new MachineAlert.Translations(new MachineAlert.Translation(
                        alert.brief().zh(), alert.sentence().zh())));
    }
}
