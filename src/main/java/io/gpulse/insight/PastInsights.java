package io.gpulse.insight;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.Snapshot;
import io.gpulse.event.PastEvents;
import io.gpulse.history.past.PastAlerts;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.insight.window.ObservationScope;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Evaluates the rules on a simulated past, after the detectors, without silences. */
final class PastInsights implements PastAlerts {

    private final InsightProperties properties;
    private final ObservationScope scope;

    PastInsights(InsightProperties properties, ObservationScope scope) {
        this.properties = properties;
        this.scope = scope;
    }

    @Override
    public Run begin(HistoryStore store, Snapshot first, @Nullable Instant lastSampled) {
        PastEvents events = new PastEvents(store, first, lastSampled);
        return new EvaluatedRun(
                events, new InsightEngine(this.properties.enabledRules(), this.scope, List::of, events.log()));
    }

    private record EvaluatedRun(PastEvents events, InsightEngine engine) implements Run {

        @Override
        public void add(DriverEvent report) {
            this.events.add(report);
        }

        @Override
        public void add(Snapshot round) {
            this.events.add(round);
            this.engine.setMonitored(round.indexes());
            this.engine.add(round);
        }

        @Override
        public void store() {
            this.events.store();
        }
    }
}
