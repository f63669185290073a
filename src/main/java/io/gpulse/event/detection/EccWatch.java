package io.gpulse.event.detection;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Readings;
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
import io.gpulse.history.accounting.TimedSnapshot;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Errors of memory that ECC could not correct: what comes within ten minutes is one row. */
final class EccWatch implements RoundWatch {

    private static final Duration QUIET = Duration.ofMinutes(10);

    private static final Map<Metric, String> PLACES = places();

    private final EventLog log;
    private final RecentIncidents recent;
    private final Map<String, Growth> counters = new HashMap<>();
    private final Map<String, Burst> bursts = new HashMap<>();

    private record Burst(Incident incident, Instant last) {}

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
    public void add(TimedSnapshot round) {
        RoundWatch.forEachThatAnswers(
                round, (gpu, sample) -> add(gpu, sample, round.snapshot().takenAt()));
    }

    private void add(EventGpu gpu, GpuSample sample, Instant now) {
        Readings readings = sample.readings();
        Growth growth = this.counters.computeIfAbsent(gpu.uuid(), (uuid) -> new Growth());
        // The volatile counter begins anew with the driver; the other one is not told by every board.
        long volatileErrors = growth.of(Metric.ECC_UNCORRECTED_VOLATILE_TOTAL, readings);
        long aggregateErrors = growth.of(Metric.ECC_UNCORRECTED_AGGREGATE_TOTAL, readings);
        Map<String, Long> places = new LinkedHashMap<>();
        PLACES.forEach((metric, place) -> places.merge(place, growth.of(metric, readings), Long::sum));
        long errors = Math.max(volatileErrors, aggregateErrors);
        if (errors > 0) {
            tell(gpu, now, (change) -> {
                change.more(EventAttribute.GROWTH, errors);
                places.forEach((place, more) -> {
                    if (more > 0) {
                        change.more(place, more);
                    }
                });
                readings.number(Metric.ECC_UNCORRECTED_AGGREGATE_TOTAL)
                        .ifPresent((total) -> change.fact(EventAttribute.TOTAL, (long) total));
            });
        }
    }

    private void tell(EventGpu gpu, Instant now, Consumer<EventChange> facts) {
        Burst burst = this.bursts.get(gpu.uuid());
        boolean same = burst != null && Duration.between(burst.last, now).abs().compareTo(QUIET) < 0;
        Incident incident = same && burst != null ? burst.incident : begin(gpu, now);
        incident.change((change) -> {
            facts.accept(change.severity(severity(incident.event())));
            change.count(same && incident.event().kind() == EventKind.ECC_UNCORRECTED ? 1 : 0);
        });
        this.bursts.put(gpu.uuid(), new Burst(incident, now));
    }

    private Incident begin(EventGpu gpu, Instant now) {
        Incident incident = this.recent
                .causeOf(EventKind.ECC_UNCORRECTED, gpu.uuid(), now)
                .orElseGet(() -> this.log.add(EventDraft.of(now, EventKind.ECC_UNCORRECTED, Severity.CRITICAL, gpu)));
        this.recent.add(gpu.uuid(), incident);
        return incident;
    }

    /** What the driver says to be contained has spoilt one program only. */
    private static Severity severity(GpuEvent event) {
        return Integer.valueOf(Xid.CONTAINED).equals(event.xid()) ? event.severity() : Severity.CRITICAL;
    }
}
