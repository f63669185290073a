package io.gpulse.report;

import io.gpulse.device.Snapshot;
import io.gpulse.history.HistoryQuestion;
import io.gpulse.history.HistoryReader;
import io.gpulse.history.HistoryStore;
import io.gpulse.history.KnownGpu;
import io.gpulse.report.RecentRounds.Recent;
import io.gpulse.report.RecentRounds.Round;
import io.gpulse.report.ReportBuilder.Selection;
import io.gpulse.view.PublishedSnapshot;
import io.gpulse.view.PublishedSnapshots;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Reads the rounds of a span: recent ones from memory, older ones from the history. */
final class ReportReader {

    private static final long LONGEST_WAIT = Duration.ofSeconds(2).toMillis();
    private static final long USUAL_INTERVAL = 1_000;

    private final RecentRounds recent;
    private final HistoryReader history;
    private final PublishedSnapshots published;
    private final Scheduler timer;

    /** @param timer ends waiting for a round */
    ReportReader(RecentRounds recent, HistoryReader history, PublishedSnapshots published, Scheduler timer) {
        this.recent = recent;
        this.history = history;
        this.published = published;
        this.timer = timer;
    }

    Mono<ReportResponse> report(ReportQuery query) {
        return Mono.defer(() -> {
            Span span = query.span(now());
            return lastRound(span).then(this.history.admitted(Mono.defer(() -> read(span, query))));
        });
    }

    /** The clock may have been set back. */
    private long now() {
        Round newest = this.recent.newest();
        long now = this.history.now().toEpochMilli();
        return newest == null ? now : Math.max(now, newest.at());
    }

    /** Waits for a round that has begun within the span and is not over, if one is to be expected. */
    private Mono<Void> lastRound(Span span) {
        Round newest = this.recent.newest();
        if (newest == null || now() - newest.at() > 2 * newest.every()) {
            return Mono.empty();
        }
        Duration longest = Duration.ofMillis(Math.min(LONGEST_WAIT, newest.every()));
        return this.recent
                .roundsUntil(span.to())
                .timeout(longest, Mono.empty(), this.timer)
                .then();
    }

    private Mono<ReportResponse> read(Span span, ReportQuery query) {
        long every = every();
        long reach = Span.reach(every);
        Recent rounds = this.recent.between(span.from() - reach, span.to() + reach);
        long since = this.recent.since();
        Snapshot latest =
                this.published.latest().map(PublishedSnapshot::snapshot).orElse(null);
        if (since <= span.from() - reach || !this.history.isOpen()) {
            return Mono.fromCallable(() -> builder(span, query, rounds.gpus(), latest)
                    .add(rounds)
                    .build(since, isSimulated(latest)));
        }
        return this.history.read((store) -> {
            ReportBuilder builder = builder(span, query, known(store, rounds), latest);
            long to = Math.min(span.to() + reach, since - 1);
            store.samples(span.from() - reach, to + 1, ReportRows.ALL, (uuid, at, values) -> builder.add(
                    new GpuRound(uuid, ReportRows.isKnown(values) ? values : null, Map.of(), null), at, every));
            return builder.add(rounds).build(since, isSimulated(latest));
        });
    }

    private static ReportBuilder builder(
            Span span, ReportQuery query, Map<String, KnownGpu> known, @Nullable Snapshot latest) {
        Map<String, KnownGpu> gpus = HistoryQuestion.gpus(query.gpus(), List.copyOf(known.values()), latest);
        return new ReportBuilder(new Selection(span, gpus, query.gpus() != null, null));
    }

    private static Map<String, KnownGpu> known(HistoryStore store, Recent rounds) {
        Map<String, KnownGpu> known = new LinkedHashMap<>();
        store.gpus().forEach((gpu) -> known.put(gpu.uuid(), gpu));
        known.putAll(rounds.gpus());
        return known;
    }

    private long every() {
        Round newest = this.recent.newest();
        return newest == null ? USUAL_INTERVAL : newest.every();
    }

    private static boolean isSimulated(@Nullable Snapshot latest) {
        return latest != null && latest.source().simulated();
    }
}
