package io.gpulse.event;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.Snapshot;
import io.gpulse.event.detection.GapWatch;
import io.gpulse.event.detection.SnapshotDetector;
import io.gpulse.event.incident.DriverIncidents;
import io.gpulse.event.incident.RecentIncidents;
import java.time.Instant;
import java.util.function.BooleanSupplier;

/** Detects the events of one run in its rounds and in reports of the driver, after its log was restored. */
final class EventDetection {

    private final EventLog log;
    private final SnapshotDetector detector;
    private final DriverIncidents incidents;

    /** @param onBattery whether the machine runs on battery now */
    EventDetection(EventLog log, EventCounts counts, BooleanSupplier onBattery) {
        RecentIncidents recent = new RecentIncidents();
        this.log = log;
        this.detector = new SnapshotDetector(log, recent, onBattery);
        this.incidents = new DriverIncidents(log, counts, recent);
    }

    /** @param first the first round of this run */
    void restore(StoredLog earlier, Snapshot first) {
        this.log.restore(earlier.highest(), earlier.newest(), earlier.unfinished());
        Instant now = first.takenAt();
        Instant last = earlier.lastSampled() == null ? now : earlier.lastSampled();
        this.log.restored().start(first, last);
        if (GapWatch.isGap(last, first)) {
            this.log.add(GapWatch.gap(last, now).with(EventAttribute.REASON, "restart"), now);
        }
    }

    /** See {@link SnapshotDetector#continueRun()}. */
    void continueRun() {
        this.detector.continueRun();
    }

    void add(Snapshot round) {
        this.incidents.update(round);
        this.detector.add(round);
        this.log.restored().update(round);
    }

    void add(DriverEvent event) {
        this.incidents.add(event);
    }

    /** Records the repeats of faults that are not recorded yet. */
    void flush() {
        this.incidents.flush();
    }
}
