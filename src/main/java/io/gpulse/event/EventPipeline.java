package io.gpulse.event;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.Snapshot;
import io.gpulse.event.detection.PowerSupplies;
import io.gpulse.event.detection.SnapshotDetector;
import io.gpulse.event.incident.DriverIncidents;
import io.gpulse.event.incident.RecentIncidents;
import io.gpulse.history.accounting.TimedSnapshot;
import java.util.ArrayList;
import java.util.List;

/**
 * Real GPUs, or simulated ones: what is noticed of them, and where it is stored. What comes before it is known where an
 * earlier gpulse ended waits for that. One thread uses it.
 */
final class EventPipeline {

    /** So many wait for a file that does not open. */
    private static final int WAITING = 60;

    private final EventArchive archive;
    private final Snapshot first;
    private final RestoredIncidentExpiry carried;
    private final SnapshotDetector detector;
    private final DriverIncidents incidents;
    private final List<Runnable> waiting = new ArrayList<>();
    private boolean ready;

    EventPipeline(EventLog log, EventCounts counts, EventArchive archive, TimedSnapshot first) {
        RecentIncidents recent = new RecentIncidents();
        this.archive = archive;
        this.first = first.snapshot();
        this.carried = new RestoredIncidentExpiry(log, first.snapshot());
        this.detector = new SnapshotDetector(
                log,
                recent,
                () -> !isSimulated() && PowerSupplies.ofThisMachine().onBattery());
        this.incidents = new DriverIncidents(log, counts, recent);
    }

    boolean isSimulated() {
        return this.first.source().simulated();
    }

    Snapshot first() {
        return this.first;
    }

    EventArchive archive() {
        return this.archive;
    }

    void add(TimedSnapshot round) {
        whenReady(() -> {
            this.incidents.see(round.snapshot());
            this.detector.add(round);
            endCarried(round);
        });
    }

    void add(DriverEvent event) {
        whenReady(() -> this.incidents.add(event));
    }

    /** Nothing more comes. */
    void settle() {
        this.incidents.settle();
    }

    private void whenReady(Runnable work) {
        this.waiting.add(work);
        proceed();
    }

    /** Does what has waited, when that is over. */
    void proceed() {
        this.ready |= this.archive.isReady() || this.waiting.size() > WAITING;
        if (this.ready) {
            // What fails is not repeated, and what is behind it is done next time.
            while (!this.waiting.isEmpty()) {
                this.waiting.remove(0).run();
            }
        }
    }

    private void endCarried(TimedSnapshot round) {
        if (this.archive.isRestored()) {
            this.carried.add(round, this.archive.lastSampled());
        }
    }
}
