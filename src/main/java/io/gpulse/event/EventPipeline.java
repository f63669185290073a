package io.gpulse.event;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.Snapshot;
import io.gpulse.event.detection.PowerSupplies;
import io.gpulse.event.detection.SnapshotDetector;
import io.gpulse.event.incident.DriverIncidents;
import io.gpulse.event.incident.RecentIncidents;
import java.util.ArrayList;
import java.util.List;

/**
 * Detection and storage of the events of real GPUs, or of simulated ones. Rounds and reports wait until the rows of the
 * previous run are restored. Not thread-safe.
 */
final class EventPipeline {

    /** Maximum number of rounds and reports that wait for the database. */
    private static final int WAITING = 60;

    private final EventArchive archive;
    private final Snapshot first;
    private final RestoredIncidentExpiry expiry;
    private final SnapshotDetector detector;
    private final DriverIncidents incidents;
    private final List<Runnable> waiting = new ArrayList<>();
    private boolean ready;

    EventPipeline(EventLog log, EventCounts counts, EventArchive archive, Snapshot first) {
        RecentIncidents recent = new RecentIncidents();
        this.archive = archive;
        this.first = first;
        this.expiry = new RestoredIncidentExpiry(log.restored(), first);
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

    void add(Snapshot round) {
        whenReady(() -> {
            this.incidents.update(round);
            this.detector.add(round);
            endRestored(round);
        });
    }

    void add(DriverEvent event) {
        whenReady(() -> this.incidents.add(event));
    }

    /** Records the repeat counts that were held back. */
    void flush() {
        this.incidents.flush();
    }

    private void whenReady(Runnable work) {
        this.waiting.add(work);
        proceed();
    }

    /** Processes the waiting rounds and reports once the rows of the previous run are restored. */
    void proceed() {
        this.ready |= this.archive.isReady() || this.waiting.size() > WAITING;
        if (this.ready) {
            // An element that fails is dropped; those behind it are processed by the next call.
            while (!this.waiting.isEmpty()) {
                this.waiting.remove(0).run();
            }
        }
    }

    private void endRestored(Snapshot round) {
        if (this.archive.isRestored()) {
            this.expiry.add(round, this.archive.lastSampled());
        }
    }
}
