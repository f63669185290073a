package io.gpulse.event.detection;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.Incident;
import io.gpulse.event.Severity;
import io.gpulse.metric.Metric;
import java.util.OptionalDouble;

/** Detects changed power limits. Some laptops move the limit every few seconds, so changes share a row. */
final class SettingsWatch implements GpuWatch {

    /** The smallest change that is reported. */
    private static final double WATT = 1;

    private final EventLog log;
    private final Burst changes = new Burst();
    private double before = Double.NaN;

    SettingsWatch(EventLog log) {
        this.log = log;
    }

    @Override
    public void add(EventGpu gpu, GpuSample sample, Snapshot round) {
        OptionalDouble limit = sample.readings().number(Metric.POWER_LIMIT);
        if (limit.isPresent()) {
            double now = limit.getAsDouble();
            if (Math.abs(now - this.before) >= WATT) {
                record(gpu, Math.round(this.before), Math.round(now), round);
            }
            this.before = now;
        }
    }

    private void record(EventGpu gpu, long from, long to, Snapshot round) {
        Incident row = this.changes.repeated(round);
        if (row == null) {
            row = this.log.add(EventDraft.of(round.takenAt(), EventKind.SETTINGS, Severity.INFO, gpu)
                    .with(EventAttribute.NAME, Metric.POWER_LIMIT.key())
                    .with(EventAttribute.FROM, from)
                    .with(EventAttribute.TO, to));
        } else {
            row.change((change) -> change.fact(EventAttribute.TO, to).count(1));
        }
        this.changes.record(row, round);
    }
}
