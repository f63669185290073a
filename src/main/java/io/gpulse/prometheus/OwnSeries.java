package io.gpulse.prometheus;

import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.web.connection.ConnectionLimit;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.Unit;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What gpulse tells of itself. */
final class OwnSeries {

    private static final Family UP = Family.gauge(
            "gpulse_up",
            "Whether GPUs can be sampled: 1 when the source answers, 0 when there is none or it is in trouble.");

    private static final Family BUILD = Family.info("gpulse_build", "Which gpulse this is.");

    private static final Family SOURCE =
            Family.info("gpulse_source", "Through what the GPUs are seen; simulated=\"true\" when they do not exist.");

    private static final Family AGE = Family.gauge(
            "gpulse_snapshot_age_seconds", "Time since the round began that all of this was learned in.", Unit.SECONDS);

    private static final Family DURATION =
            Family.gauge("gpulse_round_duration_seconds", "How long the last round took.", Unit.SECONDS);

    private static final Family FAILURES =
            Family.counter("gpulse_round_failures", "Rounds that broke off by a fault of gpulse.");

    private static final Family RESTARTS = Family.counter(
            "gpulse_sampler_restarts",
            "How often the timer of the rounds was created again, because no round had been taken for 10 intervals.");

    private static final Family SUBSCRIBERS =
            Family.gauge("gpulse_stream_subscribers", "Readers that the stream of snapshots has now.");

    private static final Family CONNECTIONS =
            Family.gauge("gpulse_connections", "Connections of clients that are open now.");

    private static final Family REFUSED = Family.counter(
            "gpulse_connections_refused", "Connections that were closed at once, because too many were open.");

    static final List<Family> FAMILIES =
            List.of(UP, BUILD, SOURCE, AGE, DURATION, FAILURES, RESTARTS, SUBSCRIBERS, CONNECTIONS, REFUSED);

    private OwnSeries() {}

    static void add(ScrapeSource source, Exposition exposition) {
        exposition.inform(BUILD, Labels.of("version", source.version()));
        ScrapeSource.RoundCounts rounds = source.rounds().get();
        exposition.add(FAILURES, rounds.failures());
        exposition.add(RESTARTS, rounds.restarts());
        source.subscribers().get().ifPresent((readers) -> exposition.add(SUBSCRIBERS, readers));
    }

    static void add(ConnectionLimit.Statistics connections, Exposition exposition) {
        exposition.add(CONNECTIONS, connections.open());
        exposition.add(REFUSED, connections.refused());
    }

    static void addNoRound(Exposition exposition) {
        exposition.add(UP, 0);
    }

    static void add(Snapshot snapshot, Clock clock, Exposition exposition) {
        exposition.add(UP, snapshot.source().reason() == null ? 1 : 0);
        exposition.inform(SOURCE, labels(snapshot.source()));
        // A clock that was set back must not make the snapshot one of the future.
        Duration age = Duration.between(snapshot.takenAt(), clock.instant());
        exposition.add(AGE, age.isNegative() ? 0 : seconds(age));
        exposition.add(DURATION, seconds(snapshot.took()));
    }

    private static Labels labels(Source source) {
        Labels.Builder labels = Labels.builder()
                .label("kind", source.kind().name())
                .label("simulated", String.valueOf(source.simulated()));
        known("driver_version", source.driverVersion(), labels);
        known("cuda_version", source.cudaVersion(), labels);
        return labels.build();
    }

    private static void known(String label, @Nullable String value, Labels.Builder labels) {
        if (value != null) {
            labels.label(label, value);
        }
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
