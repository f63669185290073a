package io.gpulse.history.past;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.SimulatedPast;
import io.gpulse.device.Snapshot;
import io.gpulse.history.past.PastWriter.Span;
import io.gpulse.history.sqlite.HistoryStore;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The times in which gpulse ran in a simulated past, round by round, for its events and alerts. */
final class PastRuns {

    private final PastAlerts alerts;
    private final HistoryStore store;
    private final SimulatedPast past;
    private final PastRounds rounds;
    private PastAlerts.@Nullable Run run;
    private @Nullable Instant lastSampled;

    PastRuns(PastAlerts alerts, HistoryStore store, SimulatedPast past, PastRounds rounds) {
        this.alerts = alerts;
        this.store = store;
        this.past = past;
        this.rounds = rounds;
    }

    /** @param continues whether an earlier run sampled the GPUs until the begin of the time span */
    void play(Span span, boolean continues) {
        Instant from = Instant.ofEpochMilli(span.from());
        Deque<DriverEvent> reports = new ArrayDeque<>(this.past.reports(from, Instant.ofEpochMilli(span.to())));
        this.lastSampled = continues ? from : null;
        long minute = PastWriter.MINUTE;
        for (long at = -Math.floorDiv(-span.from(), minute) * minute; at < span.to(); at += minute) {
            if (this.past.isRecorded(Instant.ofEpochMilli(at))) {
                add(this.rounds.complete(at - minute, at), reports, at);
            } else if (this.run != null) {
                end(this.run);
                this.lastSampled = Instant.ofEpochMilli(at - PastWriter.SECOND);
            }
        }
        if (this.run != null) {
            end(this.run);
        }
    }

    /** Adds a round, and the reports until its time in epoch ms. */
    private void add(Snapshot round, Deque<DriverEvent> reports, long at) {
        PastAlerts.Run current = this.run == null ? this.alerts.begin(this.store, round, this.lastSampled) : this.run;
        while (!reports.isEmpty() && reports.getFirst().receivedAt().toEpochMilli() <= at) {
            current.add(reports.removeFirst());
        }
        current.add(round);
        this.run = current;
    }

    private void end(PastAlerts.Run ended) {
        ended.store();
        this.run = null;
    }
}
