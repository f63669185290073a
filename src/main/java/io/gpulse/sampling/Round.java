package io.gpulse.sampling;

import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuSession;
import io.gpulse.device.Snapshot;
import io.gpulse.device.SourceKind;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Takes one snapshot after the other: asks every lane that is idle, waits until the deadline, says what is known then.
 */
final class Round {

    private static final Logger log = LoggerFactory.getLogger(Round.class);

    private final SourceSelector selector;
    private final GpuLanes gpuLanes;
    private final HostLane host;
    private final OwnerLane owners;
    private final Timeouts timeouts;
    private final SamplerClock clock;
    private SourceKind seenThrough = SourceKind.NONE;
    private long sequence;
    private volatile long failures;

    Round(SamplerParts parts) {
        this.selector = parts.selector();
        this.gpuLanes = parts.gpuLanes();
        this.host = parts.host();
        this.owners = parts.owners();
        this.timeouts = parts.timeouts();
        this.clock = parts.clock();
        this.sequence = this.clock.now().wallTime().toEpochMilli();
    }

    /** Never errors: an error would end the stream for good. */
    Mono<Snapshot> take(Scheduler sampling) {
        Moment begun = this.clock.now();
        return Mono.defer(() -> Mono.when(this.host.ask(), gpus(begun, sampling)))
                .publishOn(sampling)
                .timeout(this.timeouts.deadline(), Mono.empty(), sampling)
                .then(Mono.fromSupplier(() -> assemble(begun)))
                .onErrorResume((failure) -> Mono.fromSupplier(() -> failed(begun, failure)));
    }

    /** Rounds that broke off since the start. Rounds are taken one after the other; any thread may ask. */
    long failures() {
        return this.failures;
    }

    private Mono<Void> gpus(Moment begun, Scheduler sampling) {
        follow();
        return this.selector
                .errand(begun, this.gpuLanes.isQuiet() && this.owners.isIdle(), this.gpuLanes.lost())
                .publishOn(sampling)
                .then(Mono.defer(() -> {
                    this.selector.settle(this.clock.now());
                    follow();
                    this.owners.ask(this.selector.session());
                    return this.gpuLanes.ask(this.clock.now(), this::hear, sampling);
                }));
    }

    /** The GPUs are those of the session that there is. */
    private void follow() {
        GpuSession session = this.selector.session();
        if (session == null) {
            this.gpuLanes.abandon(String.valueOf(this.selector.source().reason()));
            return;
        }
        SourceKind kind = session.source().kind();
        this.gpuLanes.adopt(session, kind == this.seenThrough);
        this.seenThrough = kind;
    }

    private Snapshot assemble(Moment begun) {
        this.selector.settle(this.clock.now());
        follow();
        List<GpuSample> gpus = this.owners.complete(this.gpuLanes.collect(this::hear), this.selector.session());
        this.selector.endRound(this.clock.now());
        follow();
        return snapshot(begun, gpus);
    }

    private void hear(GpuReadResult look) {
        this.selector.hear(look, this.clock.now());
    }

    private Snapshot snapshot(Moment begun, List<GpuSample> gpus) {
        return new Snapshot(
                this.sequence++,
                begun.wallTime(),
                this.clock.now().since(begun),
                this.timeouts.every(),
                this.selector.source(),
                gpus,
                this.host.collect());
    }

    private Snapshot failed(Moment begun, Throwable failure) {
        log.error("A round failed", failure);
        this.failures = this.failures + 1;
        return new Snapshot(
                this.sequence++,
                begun.wallTime(),
                this.clock.now().since(begun),
                this.timeouts.every(),
                this.selector.source().failing("gpulse failed in this round; its log says why."),
                List.of(),
                null);
    }
}
