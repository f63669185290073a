package io.gpulse.event.detection;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.Incident;
import io.gpulse.event.Severity;
import io.gpulse.history.accounting.TimedSnapshot;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Power limits that somebody changed: what comes within ten minutes is one row. Some laptops move the limit every few
 * seconds by themselves.
 */
final class SettingsWatch implements RoundWatch {

    /** Less is not shown. */
    private static final double WATT = 1;

    private static final long QUIET = Duration.ofMinutes(10).toNanos();

    private final EventLog log;
    private final Map<String, Double> limits = new HashMap<>();
    private final Map<String, Burst> bursts = new HashMap<>();

    /** Changes of one GPU, and when the last of them was. */
    private record Burst(Incident incident, long nanos) {}

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
                tell(gpu, Math.round(before), Math.round(now), round);
            }
        });
    }

    private void tell(EventGpu gpu, long from, long to, TimedSnapshot round) {
        Burst burst = this.bursts.get(gpu.uuid());
        Incident incident;
        if (burst != null && round.nanos() - burst.nanos < QUIET) {
            incident = burst.incident;
            incident.change((change) -> change.fact(EventAttribute.TO, to).count(1));
        } else {
            incident = this.log.add(EventDraft.of(round.snapshot().takenAt(), EventKind.SETTINGS, Severity.INFO, gpu)
                    .with(EventAttribute.NAME, Metric.POWER_LIMIT.key())
                    .with(EventAttribute.FROM, from)
                    .with(EventAttribute.TO, to));
        }
        this.bursts.put(gpu.uuid(), new Burst(incident, round.nanos()));
    }
}
