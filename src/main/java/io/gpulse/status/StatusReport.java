package io.gpulse.status;

import io.gpulse.device.MachineIdentity;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.jvm.HeapFlags;
import io.gpulse.sampling.SamplerStatus;
import io.gpulse.view.JsonNumbers;
import io.gpulse.view.PublishedSnapshot;
import io.gpulse.view.PublishedSnapshots;
import io.gpulse.view.SourceResponse;
import io.gpulse.web.FailureMonitor;
import io.gpulse.web.HistoryMonitor;
import io.gpulse.web.StreamMonitor;
import io.gpulse.web.connection.ConnectionLimit;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Collects the state of gpulse itself. */
final class StatusReport {

    private static final Source NO_ROUND = Source.none("gpulse has not finished its first round.");

    private final Supplier<SamplerStatus> sampler;
    private final PublishedSnapshots published;
    private final StreamMonitor stream;
    private final About about;

    StatusReport(Supplier<SamplerStatus> sampler, PublishedSnapshots published, StreamMonitor stream, About about) {
        this.sampler = sampler;
        this.published = published;
        this.stream = stream;
        this.about = about;
    }

    /**
     * The parts of a status that are not sampled.
     *
     * @param heap memory management of the JVM
     * @param machine the one that gpulse runs on
     */
    record About(
            String version,
            Instant startedAt,
            Clock clock,
            Monitors monitors,
            HeapFlags heap,
            MachineIdentity machine) {}

    /** The state of the history, the failures of all parts, and the connections. */
    record Monitors(HistoryMonitor history, FailureMonitor failures, ConnectionLimit connections) {}

    StatusResponse status() {
        Optional<PublishedSnapshot> newest = this.published.latest();
        Optional<Snapshot> latest = newest.map(PublishedSnapshot::snapshot);
        SamplerStatus status = this.sampler.get();
        return new StatusResponse(
                this.about.version(),
                this.about.startedAt(),
                JsonNumbers.seconds(Duration.between(
                        this.about.startedAt(), this.about.clock().instant())),
                new StatusResponse.StatusSource(
                        SourceResponse.of(latest.map(Snapshot::source).orElse(NO_ROUND)), status.mode()),
                status.diagnosis().checks().stream()
                        .map(StatusResponse.Check::of)
                        .toList(),
                status.diagnosis().steps().stream().map(StatusResponse.Step::of).toList(),
                rounds(status, newest),
                latest.map(StatusReport::gpus).orElse(List.of()),
                this.stream.statistics(),
                this.about.monitors().connections().statistics(),
                this.about.monitors().history().statistics(),
                JvmResponse.of(this.about.heap()),
                MachineResponse.of(this.about.machine()),
                this.about.monitors().failures().failures());
    }

    private static StatusResponse.Rounds rounds(SamplerStatus status, Optional<PublishedSnapshot> newest) {
        boolean any = status.rounds() > 0;
        return new StatusResponse.Rounds(
                status.rounds(),
                status.failures(),
                status.skippedTicks(),
                status.restarts(),
                newest.map(PublishedSnapshot::isStale).orElse(false),
                newest.map((published) -> published.snapshot().every().toMillis())
                        .orElse(null),
                any ? JsonNumbers.millis(status.median()) : null,
                any ? JsonNumbers.millis(status.p99()) : null);
    }

    private static List<StatusResponse.GpuStatus> gpus(Snapshot snapshot) {
        return snapshot.gpus().stream().map(StatusResponse.GpuStatus::of).toList();
    }
}
