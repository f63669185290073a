package io.gpulse.event.detection;

import io.gpulse.device.Counter;
import io.gpulse.device.GpuSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Incident;
import io.gpulse.event.Severity;
import io.gpulse.event.incident.RecentIncidents;
import io.gpulse.event.xid.MemoryRepair;
import io.gpulse.event.xid.Xid;
import io.gpulse.metric.Metric;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Detects memory errors that ECC could not correct, and memory that was retired or will be at the next reset. Errors
 * within ten minutes share a row, as do the repairs of one round.
 */
final class MemoryWatch implements GpuWatch {

    private static final Map<Metric, String> PLACES = Map.of(
            Metric.ECC_UNCORRECTED_VOLATILE_DRAM, "dram",
            Metric.ECC_UNCORRECTED_VOLATILE_SRAM, "sram",
            Metric.ECC_UNCORRECTED_VOLATILE_L2, "l2",
            Metric.ECC_UNCORRECTED_VOLATILE_L1, "l1",
            Metric.ECC_UNCORRECTED_VOLATILE_REGISTERS, "registers");

    private final EventLog log;
    private final RecentIncidents recent;
    private final Map<Metric, Counter> counters = new EnumMap<>(Metric.class);
    private final Burst errors = new Burst();

    MemoryWatch(EventLog log, RecentIncidents recent) {
        this.log = log;
        this.recent = recent;
    }

    @Override
    public void add(EventGpu gpu, GpuSample sample, Snapshot round) {
        Instant countedAt = sample.countedAt();
        addErrors(gpu, sample.readings(), countedAt, round);
        addRepairs(gpu, sample.readings(), countedAt, round);
    }

    private void addErrors(EventGpu gpu, Readings readings, Instant countedAt, Snapshot round) {
        // The volatile counter restarts with the driver; not every board has the other one.
        long errors = Math.max(
                growth(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, readings, countedAt),
                growth(Metric.ECC_UNCORRECTED_AGGREGATE_TOTAL, readings, countedAt));
        Map<String, Long> places = new HashMap<>();
        PLACES.forEach((metric, place) -> places.put(place, growth(metric, readings, countedAt)));
        places.values().removeIf((more) -> more == 0);
        if (errors == 0) {
            return;
        }
        Incident repeated = this.errors.repeated(round);
        Incident row = repeated == null
                ? this.recent.causeOr(
                        EventDraft.of(round.takenAt(), EventKind.ECC_UNCORRECTED, Severity.CRITICAL, gpu),
                        this.log::add)
                : repeated;
        row.change((change) -> {
            change.severity(severity(row.event())).more(EventAttribute.GROWTH, errors);
            places.forEach(change::more);
            readings.number(Metric.ECC_UNCORRECTED_AGGREGATE_TOTAL)
                    .ifPresent((total) -> change.fact(EventAttribute.TOTAL, (long) total));
            change.count(repeated != null && row.event().kind() == EventKind.ECC_UNCORRECTED ? 1 : 0);
        });
        this.errors.record(row, round);
    }

    /** A contained error affected one program only. */
    private static Severity severity(GpuEvent event) {
        return Integer.valueOf(Xid.CONTAINED).equals(event.xid()) ? event.severity() : Severity.CRITICAL;
    }

    private void addRepairs(EventGpu gpu, Readings readings, Instant countedAt, Snapshot round) {
        Map<String, String> facts = new TreeMap<>();
        Severity worst = Severity.INFO;
        for (MemoryRepair repair : MemoryRepair.values()) {
            long more = growth(repair.metric(), readings, countedAt);
            if (more > 0) {
                facts.put(repair.fact(), repair.isFlag() ? "true" : Long.toString(more));
                worst = worst.max(repair.severity());
            }
        }
        if (!facts.isEmpty()) {
            EventDraft draft = new EventDraft(round.takenAt(), EventKind.MEMORY_REPAIR, worst, gpu, null, facts);
            this.recent
                    .causeOr(draft, this.log::add)
                    .change((change) -> facts.forEach(change.severity(draft.severity())::fact));
        }
    }

    /** Returns the growth since the last known value; 0 if the counter is absent, or was not known. */
    private long growth(Metric metric, Readings readings, Instant countedAt) {
        OptionalDouble now = readings.number(metric);
        if (now.isEmpty()) {
            return 0;
        }
        Counter.Gain gain =
                this.counters.computeIfAbsent(metric, (first) -> new Counter()).add(now.getAsDouble(), countedAt);
        // Errors between a restart and the first sample after it are in the other total, where there is one.
        return (long) (gain.amount() - gain.earlier());
    }
}
