package io.gpulse.sampling;

import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuSession;
import io.gpulse.device.HostSample;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * One sampling step: polls every idle lane, waits until the deadline, and collects the results in a snapshot.
 */
final class Round {

    private static final Logger log = LoggerFactory.getLogger(Round.class);

    private final SamplerParts parts;
    private final SourceSelector selector;
    private final SamplerClock clock;
    private final LastSamples last = new LastSamples();
    private SourceKind sourceKind = SourceKind.NONE;
    private long sequence;
    private volatile long failures;

    Round(SamplerParts parts) {
        this.parts = parts;
        this.selector = parts.selector();
        this.clock = parts.clock();
        this.sequence = this.clock.now().wallTime().toEpochMilli();
    }

    /** Takes a snapshot. Never errors, since an error would end the stream. */
    Mono<Snapshot> take(Scheduler sampling) {
        Moment startedAt = this.clock.now();
        return Mono.defer(() -> survive(() -> Mono.when(this.parts.host().poll(), gpus(startedAt, sampling))))
                .publishOn(sampling)
                .timeout(this.parts.timeouts().deadline(), Mono.empty(), sampling)
                .then(Mono.fromSupplier(() -> survive(() -> assemble(startedAt))))
                .onErrorResume((failure) -> Mono.fromSupplier(() -> failed(startedAt, failure)));
    }

    /**
     * Runs a step of the round. Reactor does not report every {@link Error} to the round, but throws some of them out
     * of the timer, which would then stop.
     */
    private static <T> T survive(Supplier<T> step) {
        try {
            return step.get();
        } catch (OutOfMemoryError | InternalError fatal) {
            throw fatal;
        } catch (Error failure) {
            throw new IllegalStateException("An error in a round", failure);
        }
    }

    /** Returns the number of rounds that failed since the start. Any thread may call it. */
    long failures() {
        return this.failures;
    }

    private Mono<Void> gpus(Moment startedAt, Scheduler sampling) {
        this.selector.applyResults(this.clock.now());
        useCurrentSession();
        return this.selector
                .startDueWork(
                        startedAt,
                        this.parts.gpuLanes().lost(),
                        this.parts.gpuLanes().gone())
                .publishOn(sampling)
                .then(Mono.defer(() -> survive(() -> pollCurrentSession(sampling))));
    }

    private Mono<Void> pollCurrentSession(Scheduler sampling) {
        this.selector.applyResults(this.clock.now());
        useCurrentSession();
        this.parts.owners().poll(this.selector.session());
        return this.parts.gpuLanes().poll(this.clock.now(), this::onReadResult, sampling);
    }

    /** Passes the current session to the GPUs and the events. */
    private void useCurrentSession() {
        GpuSession session = this.selector.session();
        this.parts.events().useSession(session);
        this.parts.gpuLanes().markRemoved(this.selector.removed());
        if (session == null && this.selector.isRenewing()) {
            this.parts.gpuLanes().markSessionRenewing();
            return;
        }
        if (session == null) {
            this.parts
                    .gpuLanes()
                    .markSessionLost(String.valueOf(this.selector.source().reason()));
            return;
        }
        SourceKind kind = session.source().kind();
        this.parts.gpuLanes().useSession(session, kind == this.sourceKind);
        this.sourceKind = kind;
    }

    private Snapshot assemble(Moment startedAt) {
        this.selector.applyResults(this.clock.now());
        useCurrentSession();
        List<GpuSample> gpus = this.parts
                .owners()
                .complete(this.parts.gpuLanes().collect(this::onReadResult), this.selector.session());
        this.parts.topology().poll(this.selector.session(), gpus, this.selector.source());
        this.selector.endRound(this.clock.now());
        useCurrentSession();
        Source source = this.selector.source();
        HostSample host = this.parts.host().collect();
        GpuSession session = this.selector.session();
        HostSample ofGpus = session == null || session.isOfThisMachine() ? host : null;
        List<GpuSample> complete = this.parts.sharedMemory().complete(gpus, source, ofGpus);
        List<GpuSample> active = this.parts.idleTimes().complete(complete, startedAt.uptime());
        return snapshot(startedAt, source, this.last.complete(active), host);
    }

    private void onReadResult(GpuReadResult result) {
        this.selector.onReadResult(result, this.clock.now());
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // rounds follow one another
    private Snapshot failed(Moment startedAt, Throwable failure) {
        log.error("A round failed", failure);
        this.failures = this.failures + 1;
        Source failing = this.selector.source().failing("gpulse failed in this round; see its log.");
        return snapshot(startedAt, failing, List.of(), null);
    }

    private Snapshot snapshot(Moment startedAt, Source source, List<GpuSample> gpus, @Nullable HostSample host) {
        return new Snapshot(
                this.sequence++,
                startedAt.wallTime(),
                startedAt.uptime().toNanos(),
                this.clock.now().since(startedAt),
                this.parts.every(),
                source,
                gpus,
                host);
    }
}
