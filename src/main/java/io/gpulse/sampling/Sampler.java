package io.gpulse.sampling;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.Snapshot;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BufferOverflowStrategy;
import reactor.core.publisher.ConnectableFlux;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;

/** Takes a snapshot of the machine at a fixed rate, once for all subscribers; rounds never overlap. */
public final class Sampler implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(Sampler.class);

    private static final Duration RELEASE_TIMEOUT = Duration.ofSeconds(1);

    /** Events that are kept for a subscriber that is slow. */
    private static final int KEPT_EVENTS = 256;

    private final SamplerParts parts;
    private final Scheduler scheduler;
    private final Round round;
    private final ConnectableFlux<Snapshot> snapshots;
    private final Sinks.Empty<Void> stopping = Sinks.empty();
    private final AtomicLong skippedTicks = new AtomicLong();
    private final RoundTimes times = new RoundTimes();
    private volatile @Nullable Snapshot latest;
    private volatile boolean running;
    private Disposable connection = Disposables.disposed();

    Sampler(SamplerParts parts, Scheduler scheduler) {
        this.parts = parts;
        this.scheduler = scheduler;
        this.round = parts.round();
        this.snapshots = Flux.interval(Duration.ZERO, parts.every(), scheduler)
                .onBackpressureDrop((tick) -> this.skippedTicks.incrementAndGet())
                .concatMap((tick) -> this.round.take(scheduler), 0)
                .doOnNext(this::onSnapshot)
                .takeUntilOther(this.stopping.asMono())
                .replay(1);
    }

    /** A hot stream that never errors: a new subscriber gets the latest snapshot first; ends when gpulse does. */
    public Flux<Snapshot> snapshots() {
        // Who is being told of a round when gpulse ends is not reached by the completion before it is disconnected.
        return this.snapshots.onErrorComplete(CancellationException.class);
    }

    /**
     * What the driver reports by itself. Hot and without errors; a subscriber that is slow misses the oldest events;
     * ends when gpulse does. Emitted on the lane of events, which a subscriber must not block.
     */
    public Flux<DriverEvent> driverEvents() {
        return this.parts
                .events()
                .received()
                .takeUntilOther(this.stopping.asMono())
                .onBackpressureBuffer(
                        KEPT_EVENTS,
                        (missed) -> log.debug("A subscriber misses {}", missed),
                        BufferOverflowStrategy.DROP_OLDEST);
    }

    /** Indices of the GPUs of which the driver would tell an event now. */
    public Set<Integer> heardGpus() {
        return this.parts.events().heard();
    }

    /** Empty before the first round is over. */
    public Optional<Snapshot> latest() {
        return Optional.ofNullable(this.latest);
    }

    public SamplerStatus status() {
        return new SamplerStatus(
                this.times.count(),
                this.round.failures(),
                this.skippedTicks.get(),
                this.times.quantile(0.5),
                this.times.quantile(0.99),
                this.parts.selector().diagnosis(),
                this.parts.mode());
    }

    private void onSnapshot(Snapshot snapshot) {
        this.latest = snapshot;
        this.times.add(snapshot.took());
    }

    @Override
    public void start() {
        this.running = true;
        this.connection = this.snapshots.connect();
    }

    /** Completes the stream, then closes the session with the driver, unless a call of it does not return. */
    @Override
    public void stop() {
        this.running = false;
        this.stopping.tryEmitEmpty();
        this.connection.dispose();
        // The session is confined to the sampler's thread.
        Mono.defer(() -> this.parts.release(RELEASE_TIMEOUT))
                .subscribeOn(this.scheduler)
                .onErrorComplete()
                .block();
    }

    @Override
    public boolean isRunning() {
        return this.running;
    }
}
