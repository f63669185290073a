package io.gpulse.start;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.history.HistoryReader;
import io.gpulse.history.HistoryWriter;
import io.gpulse.history.Tier;
import io.gpulse.history.TimeRange;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import io.gpulse.rounds.StoredMetrics;
import io.gpulse.view.PublishedSnapshots;
import io.gpulse.view.View;
import io.gpulse.web.HistoryState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import reactor.core.publisher.Mono;

/** The samples of the last minutes: of the stream's replay buffer, and before it of the history. */
final class StartSampleReader {

    private final PublishedSnapshots published;
    private final HistoryReader reader;
    private final HistoryWriter writer;

    StartSampleReader(PublishedSnapshots published, HistoryReader reader, HistoryWriter writer) {
        this.published = published;
        this.reader = reader;
        this.writer = writer;
    }

    /** Returns the samples; without a history those of the replay buffer. */
    Mono<StartSamples> of(StartQuery query, View view) {
        Snapshot newest = Objects.requireNonNull(this.published.snapshot());
        SampleColumns columns = columns(query, view, newest);
        Duration longest = newest.every().multipliedBy(columns.most());
        Duration length = query.range().compareTo(longest) < 0 ? query.range() : longest;
        Instant from = newest.takenAt().minus(length);
        List<Snapshot> rounds = this.published.since(from);
        rounds.forEach(columns::add);
        Instant first = rounds.isEmpty() ? newest.takenAt() : rounds.get(0).takenAt();
        if (this.reader.state() == HistoryState.OFF) {
            return Mono.just(columns.of(from.toEpochMilli()));
        }
        return this.reader
                .query((store) -> {
                    addStored(store, new TimeRange(from, first), query, columns);
                    return columns.of(from.toEpochMilli());
                })
                .onErrorResume((failed) -> Mono.just(columns.of(first.toEpochMilli())));
    }

    /** Completes once the history is open, or after at most a second: it is opened with the first round. */
    Mono<Void> opened() {
        return this.reader.state() == HistoryState.OPENING ? this.writer.settled() : Mono.empty();
    }

    private static SampleColumns columns(StartQuery query, View view, Snapshot newest) {
        List<String> gpus = newest.gpus().stream()
                .map(GpuSample::uuid)
                .filter(Objects::nonNull)
                .filter((uuid) -> view.showsGpu(uuid, newest))
                .toList();
        return new SampleColumns(gpus, query.metrics(Scope.GPU), query.metrics(Scope.HOST));
    }

    private static void addStored(HistoryStore store, TimeRange span, StartQuery query, SampleColumns columns) {
        if (!span.from().isBefore(span.to())) {
            return;
        }
        List<Metric> ofGpus = query.metrics(Scope.GPU);
        List<Metric> ofHost = query.metrics(Scope.HOST);
        if (ofGpus.stream().anyMatch(StoredMetrics::isStored)) {
            store.means(Tier.RAW, span, ofGpus, columns::addGpu);
        }
        if (ofHost.stream().anyMatch(StoredMetrics::isStored)) {
            store.hostSamples(span, ofHost, columns::addHost);
        }
    }
}
