package io.gpulse.event.detection;

import io.gpulse.event.EventDraft;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.Fact;
import io.gpulse.event.Severity;
import io.gpulse.history.accounting.TimedSnapshot;
import io.gpulse.metric.Metric;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/** Power limits that somebody changed. */
final class SettingsWatch implements RoundWatch {

    /** Less is not shown. */
    private static final double WATT = 1;

    private final EventLog log;
    private final Map<String, Double> limits = new HashMap<>();

    SettingsWatch(EventLog log) {
        this.log = log;
    }

    @Override
    public void add(TimedSnapshot round) {
        RoundWatch.forEachThatAnswers(round, (gpu, sample) -> {
            OptionalDouble limit = sample.readings().number(Metric.POWER_LIMIT);
            if (limit.isEmpty()) {
                return;
            }
            double now = limit.getAsDouble();
            Double before = this.limits.put(gpu.uuid(), now);
            if (before != null && Math.abs(now - before) >= WATT) {
                this.log.add(EventDraft.of(round.snapshot().takenAt(), EventKind.SETTINGS, Severity.INFO, gpu)
                        .with(Fact.NAME, Metric.POWER_LIMIT.key())
                        .with(Fact.FROM, Math.round(before))
                        .with(Fact.TO, Math.round(now)));
            }
        });
    }
}
