package io.gpulse.event.detection;

import io.gpulse.device.Snapshot;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.Incident;
import io.gpulse.event.Severity;
import io.gpulse.metric.Metric;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/** Detects changed power limits. Some laptops move the limit every few seconds, so changes share a row. */
final class SettingsWatch implements RoundWatch {

    /** The smallest change that is reported. */
    private static final double WATT = 1;

    private final EventLog log;
    private final Map<String, Double> limits = new HashMap<>();
    private final Map<String, Burst> bursts = new HashMap<>();

    SettingsWatch(EventLog log) {
        this.log = log;
    }

    @Override
    public void add(Snapshot round) {
        RoundWatch.forEachThatAnswers(round, (gpu, sample) -> {
            OptionalDouble limit = sample.readings().number(Metric.POWER_LIMIT);
            if (limit.isEmpty()) {
                return;
            }
            double now = limit.getAsDouble();
            Double before = this.limits.put(gpu.uuid(), now);
            if (before != null && Math.abs(now - before) >= WATT) {
                record(gpu, Math.round(before), Math.round(now), round);
            }
        });
    }

    private void record(EventGpu gpu, long from, long to, Snapshot round) {
        Burst burst = this.bursts.computeIfAbsent(gpu.uuid(), (uuid) -> new Burst());
        Incident row = burst.repeated(round);
        if (row == null) {
            row = this.log.add(EventDraft.of(round.takenAt(), EventKind.SETTINGS, Severity.INFO, gpu)
                    .with(EventAttribute.NAME, Metric.POWER_LIMIT.key())
                    .with(EventAttribute.FROM, from)
                    .with(EventAttribute.TO, to));
        } else {
            row.change((change) -> change.fact(EventAttribute.TO, to).count(1));
        }
        burst.record(row, round);
    }
}
