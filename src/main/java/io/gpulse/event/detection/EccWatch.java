package io.gpulse.event.detection;

import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventChange;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Incident;
import io.gpulse.event.Severity;
import io.gpulse.event.incident.RecentIncidents;
import io.gpulse.event.xid.Xid;
import io.gpulse.metric.Metric;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Detects memory errors that ECC could not correct; errors within ten minutes share a row. */
final class EccWatch implements RoundWatch {

    private static final Map<Metric, String> PLACES = places();

    private final EventLog log;
    private final RecentIncidents recent;
    private final Map<String, Growth> counters = new HashMap<>();
    private final Map<String, Burst> bursts = new HashMap<>();

    EccWatch(EventLog log, RecentIncidents recent) {
        this.log = log;
        this.recent = recent;
    }

    private static Map<Metric, String> places() {
        Map<Metric, String> places = new LinkedHashMap<>();
        places.put(Metric.ECC_UNCORRECTED_VOLATILE_DRAM, "dram");
        places.put(Metric.ECC_UNCORRECTED_VOLATILE_SRAM, "sram");
        places.put(Metric.ECC_UNCORRECTED_VOLATILE_L2, "l2");
        places.put(Metric.ECC_UNCORRECTED_VOLATILE_L1, "l1");
        places.put(Metric.ECC_UNCORRECTED_VOLATILE_REGISTERS, "registers");
        return places;
    }

    @Override
    public void add(Snapshot round) {
        RoundWatch.forEachThatAnswers(round, (gpu, sample) -> add(gpu, sample.readings(), round));
    }

    private void add(EventGpu gpu, Readings readings, Snapshot round) {
        Growth growth = this.counters.computeIfAbsent(gpu.uuid(), (uuid) -> new Growth());
        // The volatile counter restarts with the driver; not every board has the other one.
        long volatileErrors = growth.of(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, readings);
        long aggregateErrors = growth.of(Metric.ECC_UNCORRECTED_AGGREGATE_TOTAL, readings);
        Map<String, Long> places = new LinkedHashMap<>();
        PLACES.forEach((metric, place) -> places.merge(place, growth.of(metric, readings), Long::sum));
        places.values().removeIf((more) -> more == 0);
        long errors = Math.max(volatileErrors, aggregateErrors);
        if (errors > 0) {
            record(gpu, round, (change) -> {
                places.forEach(change.more(EventAttribute.GROWTH, errors)::more);
                readings.number(Metric.ECC_UNCORRECTED_AGGREGATE_TOTAL)
                        .ifPresent((total) -> change.fact(EventAttribute.TOTAL, (long) total));
            });
        }
    }

    private void record(EventGpu gpu, Snapshot round, Consumer<EventChange> facts) {
        Burst burst = this.bursts.computeIfAbsent(gpu.uuid(), (uuid) -> new Burst());
        Incident repeated = burst.repeated(round);
        Incident incident = repeated == null ? begin(gpu, round.takenAt()) : repeated;
        incident.change((change) -> {
            facts.accept(change.severity(severity(incident.event())));
            change.count(repeated != null && incident.event().kind() == EventKind.ECC_UNCORRECTED ? 1 : 0);
        });
        burst.record(incident, round);
    }

    private Incident begin(EventGpu gpu, Instant now) {
        Incident incident = this.recent
                .causeOf(EventKind.ECC_UNCORRECTED, gpu.uuid(), now)
                .orElseGet(() -> this.log.add(EventDraft.of(now, EventKind.ECC_UNCORRECTED, Severity.CRITICAL, gpu)));
        this.recent.add(gpu.uuid(), incident);
        return incident;
    }

    /** A contained error affected one program only. */
    private static Severity severity(GpuEvent event) {
        return Integer.valueOf(Xid.CONTAINED).equals(event.xid()) ? event.severity() : Severity.CRITICAL;
    }
}
