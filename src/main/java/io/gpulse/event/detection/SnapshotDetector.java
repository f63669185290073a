package io.gpulse.event.detection;

import io.gpulse.device.Snapshot;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.Severity;
import io.gpulse.event.incident.RecentIncidents;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Detects events by comparing snapshots, and adds them to the log. Not thread-safe. */
public final class SnapshotDetector {

    private final EventLog log;
    private final RecentIncidents recent;
    private final List<Consumer<Snapshot>> watches;
    private boolean started;

    /** @param onBattery whether the machine runs on battery now */
    public SnapshotDetector(EventLog log, RecentIncidents recent, BooleanSupplier onBattery) {
        this.log = log;
        this.recent = recent;
        this.watches = List.of(
                new GapWatch(log),
                new DriverWatch(log),
                StateAlert.unanswered(log, recent),
                GpuWatch.ofEach(() -> new MemoryWatch(log, recent)),
                StateAlert.recoveryActions(log, recent),
                GpuWatch.ofEach(() -> new LinkWatch(log)),
                GpuWatch.ofEach(() -> new ClockWatch(ClockThrottling.THERMAL, log, onBattery)),
                GpuWatch.ofEach(() -> new ClockWatch(ClockThrottling.POWER_BRAKE, log, onBattery)),
                GpuWatch.ofEach(() -> new ClockWatch(ClockThrottling.POWER_LIMIT, log, onBattery)),
                GpuWatch.ofEach(() -> new PStateWatch(log, onBattery)),
                GpuWatch.ofEach(() -> new SettingsWatch(log)),
                new ProcessWatch(log));
    }

    /** Takes the rounds for those of an earlier run, which goes on: gpulse does not start. */
    public void continueRun() {
        this.started = true;
    }

    public void add(Snapshot round) {
        if (!this.started) {
            this.started = true;
            this.log.add(EventDraft.of(round.takenAt(), EventKind.GPULSE_STARTED, Severity.INFO, null)
                    .with("driver", round.source().driverVersion()));
        }
        this.recent.update(round.every());
        this.watches.forEach((watch) -> watch.accept(round));
    }
}
