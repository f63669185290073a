package io.gpulse.event.detection;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.DriverEvent.EventSubject;
import io.gpulse.device.Snapshot;
import io.gpulse.event.EventCounts;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.TracedBoard;
import io.gpulse.event.TracedMachine;
import io.gpulse.event.incident.DriverIncidents;
import io.gpulse.event.incident.RecentIncidents;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** A machine, and the events that are detected on it. */
final class Trace {

    final TracedMachine machine;
    final EventLog log;
    final DriverIncidents driver;
    boolean onBattery;
    private final SnapshotDetector detector;

    Trace(int gpus) {
        EventCounts counts = new EventCounts();
        RecentIncidents recent = new RecentIncidents();
        this.machine = new TracedMachine(gpus);
        this.log = new EventLog(2000, TracedMachine.START, counts);
        this.detector = new SnapshotDetector(this.log, recent, () -> this.onBattery);
        this.driver = new DriverIncidents(this.log, counts, recent);
        rounds(1);
    }

    Instant now() {
        return this.machine.now();
    }

    Trace rounds(int count) {
        for (int round = 0; round < count; round++) {
            add(this.machine.next());
        }
        return this;
    }

    Trace later(Duration shown, Duration passed) {
        add(this.machine.next(shown, passed));
        return this;
    }

    /** Lets the driver report a fault of a GPU. */
    void fault(TracedBoard board, int xid) {
        EventSubject gpu = new EventSubject(board.gpu().index(), board.uuid());
        this.driver.add(new DriverEvent.Xid(now(), gpu, xid));
    }

    private void add(Snapshot round) {
        this.driver.update(round);
        this.detector.add(round);
    }

    /** Returns all events except for the start of gpulse. */
    List<GpuEvent> events() {
        return this.log.since(Instant.EPOCH).stream()
                .filter((event) -> event.kind() != EventKind.GPULSE_STARTED)
                .toList();
    }
}
