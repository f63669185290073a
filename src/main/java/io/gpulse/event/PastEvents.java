package io.gpulse.event;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.Snapshot;
import io.gpulse.event.detection.GapWatch;
import io.gpulse.history.sqlite.HistoryStore;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The events of a run in a simulated past: detected and stored like those of the present, but neither published nor
 * counted.
 */
public final class PastEvents {

    private static final int MOST = 2000;

    private final HistoryStore store;
    private final EventLog log;
    private final EventDetection detection;

    /** @param lastSampled the last round before this run; null where there is none */
    public PastEvents(HistoryStore store, Snapshot first, @Nullable Instant lastSampled) {
        EventCounts counts = new EventCounts();
        Instant now = first.takenAt();
        this.store = store;
        this.log = new EventLog(MOST, now, counts);
        this.detection = new EventDetection(this.log, counts, () -> false);
        this.detection.restore(StoredLog.of(store.events(), now).sampledUntil(lastSampled), first);
        if (lastSampled != null && !GapWatch.isGap(lastSampled, first)) {
            this.detection.continueRun();
        }
    }

    /** Returns the log of this run. */
    public EventLog log() {
        return this.log;
    }

    public void add(DriverEvent report) {
        this.detection.add(report);
    }

    public void add(Snapshot round) {
        this.detection.add(round);
    }

    public void store() {
        this.detection.flush();
        this.store.events().put(this.log.unstored(Integer.MAX_VALUE));
    }
}
