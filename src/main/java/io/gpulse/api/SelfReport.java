package io.gpulse.api;

import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.sampling.SamplerStatus;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Gathers what gpulse knows of itself. */
final class SelfReport {

    private static final Source UNSEEN = Source.none("gpulse has not finished its first look at this machine.");

    private final Supplier<SamplerStatus> sampler;
    private final SnapshotStream stream;
    private final StreamProperties limits;
    private final About about;

    SelfReport(Supplier<SamplerStatus> sampler, SnapshotStream stream, StreamProperties limits, About about) {
        this.sampler = sampler;
        this.stream = stream;
        this.limits = limits;
        this.about = about;
    }

    /** Which gpulse this is, and the clock that it goes by. */
    record About(String version, Instant startedAt, Clock clock) {}

    StatusAnswer status() {
        Optional<Snapshot> latest = this.stream.latest().map(Round::snapshot);
        SamplerStatus status = this.sampler.get();
        return new StatusAnswer(
                this.about.version(),
                this.about.startedAt(),
                Figures.seconds(Duration.between(
                        this.about.startedAt(), this.about.clock().instant())),
                StatusAnswer.StatusSource.of(latest.map(Snapshot::source).orElse(UNSEEN), status.mode()),
                status.diagnosis().checks().stream().map(StatusAnswer.Check::of).toList(),
                status.diagnosis().steps().stream().map(StatusAnswer.Step::of).toList(),
                rounds(status, latest),
                latest.map(SelfReport::gpus).orElse(List.of()),
                stream());
    }

    private static StatusAnswer.Rounds rounds(SamplerStatus status, Optional<Snapshot> latest) {
        boolean any = status.rounds() > 0;
        return new StatusAnswer.Rounds(
                status.rounds(),
                status.failures(),
                status.skippedTicks(),
                latest.map((snapshot) -> snapshot.every().toMillis()).orElse(null),
                any ? Figures.millis(status.median()) : null,
                any ? Figures.millis(status.p99()) : null);
    }

    private static List<StatusAnswer.GpuStatus> gpus(Snapshot snapshot) {
        return snapshot.gpus().stream().map(StatusAnswer.GpuStatus::of).toList();
    }

    private StatusAnswer.Stream stream() {
        StreamFigures figures = this.stream.figures();
        return new StatusAnswer.Stream(
                figures.subscribers(),
                this.limits.maxSubscribers(),
                figures.dropped(),
                Figures.seconds(figures.replay()),
                figures.replayBytes(),
                figures.encodings());
    }
}
