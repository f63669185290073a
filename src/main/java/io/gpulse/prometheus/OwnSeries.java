package io.gpulse.prometheus;

import io.gpulse.device.HostSample;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.web.StreamStatistics;
import io.gpulse.web.connection.ConnectionLimit;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.Unit;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The series about gpulse itself. */
final class OwnSeries {

    private static final Family UP = Family.gauge(
            "gpulse_up", "Whether GPUs can be sampled: 1 when the source works, 0 when there is none or it fails.");

    private static final Family BUILD = Family.info("gpulse_build", "Version of gpulse.");

    private static final Family SOURCE = Family.info(
            "gpulse_source",
            "Source of the GPU readings; simulated=\"true\" for simulated GPUs, host is the name of the machine.");

    private static final Family AGE = Family.gauge(
            "gpulse_snapshot_age_seconds", "Time since the start of the round of this snapshot.", Unit.SECONDS);

    private static final Family DURATION =
            Family.gauge("gpulse_round_duration_seconds", "Duration of the last round.", Unit.SECONDS);

    private static final Family FAILURES =
            Family.counter("gpulse_round_failures", "Rounds that failed because of a defect of gpulse.");

    private static final Family RESTARTS = Family.counter(
            "gpulse_sampler_restarts", "Restarts of the sampling timer after 10 intervals without a round.");

    private static final Family SUBSCRIBERS =
            Family.gauge("gpulse_stream_subscribers", "Current subscribers of the stream of snapshots.");

    private static final Family CONNECTIONS = Family.gauge("gpulse_connections", "Open connections of clients.");

    private static final Family REFUSED = Family.counter(
            "gpulse_connections_refused", "Connections closed because of the maximum of open connections.");

    static final List<Family> FAMILIES =
            List.of(UP, BUILD, SOURCE, AGE, DURATION, FAILURES, RESTARTS, SUBSCRIBERS, CONNECTIONS, REFUSED);

    private OwnSeries() {}

    static void addVersion(String version, Exposition exposition) {
        exposition.addInfo(BUILD, () -> Labels.of("version", version));
    }

    /**
     * Adds counts of the sampler.
     *
     * @param failures rounds that failed by a defect of gpulse
     * @param restarts of its timer
     */
    static void addRounds(long failures, long restarts, Exposition exposition) {
        exposition.add(FAILURES, (double) failures);
        exposition.add(RESTARTS, (double) restarts);
    }

    static void add(StreamStatistics stream, Exposition exposition) {
        exposition.add(SUBSCRIBERS, stream.subscribers());
    }

    static void add(ConnectionLimit.Statistics connections, Exposition exposition) {
        exposition.add(CONNECTIONS, connections.open());
        exposition.add(REFUSED, (double) connections.refused());
    }

    static void addNoRound(Exposition exposition) {
        exposition.add(UP, 0);
    }

    static void add(Snapshot snapshot, Duration age, Exposition exposition) {
        exposition.add(UP, snapshot.source().reason() == null ? 1 : 0);
        exposition.addInfo(SOURCE, () -> labels(snapshot.source(), snapshot.host()));
        exposition.add(AGE, seconds(age));
        exposition.add(DURATION, seconds(snapshot.took()));
    }

    private static Labels labels(Source source, @Nullable HostSample host) {
        Labels.Builder labels = Labels.builder()
                .label("kind", source.kind().name())
                .label("simulated", String.valueOf(source.simulated()));
        addIfKnown("host", host == null || host.hostname().isEmpty() ? null : host.hostname(), labels);
        addIfKnown("driver_version", source.driverVersion(), labels);
        addIfKnown("cuda_version", source.cudaVersion(), labels);
        return labels.build();
    }

    private static void addIfKnown(String label, @Nullable String value, Labels.Builder labels) {
        if (value != null) {
            labels.label(label, value);
        }
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
