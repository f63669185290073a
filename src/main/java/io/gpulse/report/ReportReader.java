package io.gpulse.report;

import io.gpulse.device.MachineIdentity;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventReader;
import io.gpulse.event.LoggedEvent;
import io.gpulse.event.Severity;
import io.gpulse.event.message.Language;
import io.gpulse.history.HistoryReader;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.SeriesSelection;
import io.gpulse.history.Tier;
import io.gpulse.history.TimeRange;
import io.gpulse.history.sqlite.EventStore.Criteria;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.metric.Metric;
import io.gpulse.report.ReportBuilder.Selection;
import io.gpulse.rounds.Rounds;
import io.gpulse.rounds.Rounds.Recent;
import io.gpulse.rounds.Rounds.Round;
import io.gpulse.rounds.Rows;
import io.gpulse.view.PidParameters;
import io.gpulse.view.PidSelector;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Reads the rounds of a span: recent ones from memory, older ones from the history. */
final class ReportReader {

    private static final long LONGEST_WAIT = Duration.ofSeconds(2).toMillis();
    private static final long USUAL_INTERVAL = 1_000;
    private static final List<Metric> CPU = List.of(Metric.HOST_CPU_UTILIZATION);

    private final Rounds recent;
    private final HistoryReader history;
    private final EventReader events;
    private final MachineIdentity machine;
    private final Scheduler scheduler;

    /** The records that a report is made from. */
    record Records(Rounds recent, HistoryReader history, EventReader events) {}

    /** The GPUs and processes of a request; null for all GPUs. */
    private record Requested(@Nullable String gpus, PidParameters pids, Language language) {}

    /** @param scheduler computes reports and ends waiting for a round: the sampler's thread must do neither */
    ReportReader(Records records, MachineIdentity machine, Scheduler scheduler) {
        this.recent = records.recent;
        this.history = records.history;
        this.events = records.events;
        this.machine = machine;
        this.scheduler = scheduler;
    }

    Mono<ReportResponse> report(ReportQuery query, PidParameters pids) {
        return Mono.defer(() -> {
            Span span = query.span(now());
            Requested requested = new Requested(query.gpus(), pids, query.lang());
            Mono<ReportResponse> report =
                    Mono.defer(() -> read(span, requested)).subscribeOn(this.scheduler);
            return lastRound(span).then(this.history.admitted(report));
        });
    }

    /** Returns the time of the clock, or that of the newest round if the clock was set back. */
    private long now() {
        Round newest = this.recent.newest();
        long now = this.history.now().toEpochMilli();
        return newest == null ? now : Math.max(now, newest.at());
    }

    /** Waits for the end of a round that began within the span, if rounds are being taken. */
    private Mono<Void> lastRound(Span span) {
        Round newest = this.recent.newest();
        if (newest == null || now() - newest.at() > 2 * newest.every()) {
            return Mono.empty();
        }
        Duration longest = Duration.ofMillis(Math.min(LONGEST_WAIT, newest.every()));
        return this.recent
                .roundsUntil(span.to())
                .timeout(longest, Mono.empty(), this.scheduler)
                // The round ends on the sampler's thread, which must not do what follows.
                .publishOn(this.scheduler)
                .then();
    }

    private Mono<ReportResponse> read(Span span, Requested requested) {
        long every = every();
        long reach = Span.reach(every);
        Recent rounds = this.recent.between(span.from() - reach, span.to() + reach);
        Map<String, KnownGpu> sampled = sampled(rounds);
        if (rounds.since() <= span.from() - reach || !this.history.isOpen()) {
            return Mono.fromCallable(() -> report(builder(span, requested, sampled, rounds), rounds));
        }
        return this.history.read((store) -> {
            ReportBuilder builder = builder(span, requested, known(store, sampled), rounds);
            long to = Math.min(span.to() + reach + 1, rounds.since());
            TimeRange older = new TimeRange(Instant.ofEpochMilli(span.from() - reach), Instant.ofEpochMilli(to));
            StoredRounds stored = new StoredRounds(builder, every);
            store.means(Tier.RAW, older, Rows.REPORTED.all(), stored);
            stored.end();
            store.hostSamples(older, CPU, (at, values) -> builder.addHost(at, values[0]));
            return report(builder, rounds);
        });
    }

    private static ReportResponse report(ReportBuilder builder, Recent rounds) {
        rounds.rounds().forEach(builder::add);
        return builder.build(rounds);
    }

    private ReportBuilder builder(Span span, Requested requested, Map<String, KnownGpu> known, Recent rounds) {
        Map<String, KnownGpu> gpus = SeriesSelection.gpus(requested.gpus, List.copyOf(known.values()), rounds.latest());
        PidSelector.Origin origin = new PidSelector.Origin(this.machine, rounds.simulated());
        PidSelector processes = requested.pids.isEmpty() ? null : requested.pids.selector(origin);
        return new ReportBuilder(new Selection(
                span, gpus, requested.gpus != null, processes, requested.language, alerts(span, gpus.keySet())));
    }

    /** Returns the alerts in memory: those that are active, and the last ones that were resolved. */
    private Collection<LoggedEvent> alerts(Span span, Set<String> uuids) {
        Criteria alerts = new Criteria(
                span.from(),
                span.to(),
                Long.MAX_VALUE,
                Set.of(EventKind.INSIGHT.label()),
                Set.of(Severity.WARNING.label(), Severity.CRITICAL.label()),
                uuids);
        return this.events.read(alerts, null, 0, null);
    }

    private static Map<String, KnownGpu> sampled(Recent rounds) {
        Map<String, KnownGpu> sampled = new LinkedHashMap<>();
        rounds.lastOf()
                .forEach((uuid, last) -> sampled.put(
                        uuid, KnownGpu.of(Objects.requireNonNull(last.byUuid().get(uuid)), last)));
        return sampled;
    }

    private static Map<String, KnownGpu> known(HistoryStore store, Map<String, KnownGpu> sampled) {
        Map<String, KnownGpu> known = new LinkedHashMap<>();
        store.gpus().forEach((gpu) -> known.put(gpu.uuid(), gpu));
        known.putAll(sampled);
        return known;
    }

    private long every() {
        Round newest = this.recent.newest();
        return newest == null ? USUAL_INTERVAL : newest.every();
    }
}
