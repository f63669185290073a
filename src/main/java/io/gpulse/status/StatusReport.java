package io.gpulse.status;

import io.gpulse.device.MachineIdentity;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.jvm.HeapFlags;
import io.gpulse.sampling.SamplerStatus;
import io.gpulse.sampling.SnapshotFeed;
import io.gpulse.setup.Setup;
import io.gpulse.view.JsonNumbers;
import io.gpulse.view.PublishedSnapshot;
import io.gpulse.view.PublishedSnapshots;
import io.gpulse.view.SourceResponse;
import io.gpulse.web.FailureMonitor;
import io.gpulse.web.HistoryMonitor;
import io.gpulse.web.StreamMonitor;
import io.gpulse.web.connection.ConnectionLimit;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.info.BuildProperties;

/** Collects the state of gpulse itself. */
record StatusReport(
        SnapshotFeed feed,
        PublishedSnapshots published,
        StreamMonitor stream,
        HistoryMonitor history,
        ConnectionLimit connections,
        ObjectProvider<FailureMonitor> failing,
        MachineIdentity machine,
        Setup setup,
        ObjectProvider<BuildProperties> build) {

    private static final Source NO_ROUND = Source.none("gpulse has not finished its first round.");

    StatusResponse status() {
        Optional<PublishedSnapshot> newest = this.published.latest();
        Optional<Snapshot> latest = newest.map(PublishedSnapshot::snapshot);
        SamplerStatus status = this.feed.status().get();
        RuntimeMXBean process = ManagementFactory.getRuntimeMXBean();
        return new StatusResponse(
                version(),
                Instant.ofEpochMilli(process.getStartTime()),
                JsonNumbers.seconds(Duration.ofMillis(process.getUptime())),
                new StatusResponse.StatusSource(
                        SourceResponse.of(latest.map(Snapshot::source).orElse(NO_ROUND)), status.mode()),
                status.diagnosis().checks().stream()
                        .map(StatusResponse.Check::of)
                        .toList(),
                status.diagnosis().steps().stream().map(StatusResponse.Step::of).toList(),
                setup(status, latest.orElse(null)),
                rounds(status, newest),
                latest.map(StatusReport::gpus).orElse(List.of()),
                this.stream.statistics(),
                this.connections.statistics(),
                this.history.statistics(),
                JvmResponse.of(HeapFlags.ofThisJvm()),
                StatusResponse.Machine.of(this.machine),
                this.failing.stream()
                        .flatMap((monitor) -> monitor.failures().stream())
                        .toList());
    }

    /** Returns the findings about the driver; without steps while nvidia-smi delivers the GPUs of this machine. */
    private StatusResponse.MachineSetup setup(SamplerStatus status, @Nullable Snapshot latest) {
        boolean delivers = latest != null && status.ofThisMachine() && delivers(latest);
        return StatusResponse.MachineSetup.of(this.setup, delivers ? List.of() : this.setup.steps());
    }

    private static boolean delivers(Snapshot latest) {
        Source source = latest.source();
        return source.kind() == SourceKind.NVIDIA_SMI
                && source.reason() == null
                && latest.gpus().stream().anyMatch((gpu) -> gpu.isRead());
    }

    private String version() {
        BuildProperties known = this.build.getIfAvailable();
        String version = known == null ? null : known.getVersion();
        return version == null ? "development" : version;
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
