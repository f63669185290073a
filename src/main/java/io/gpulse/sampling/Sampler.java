package io.gpulse.sampling;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.Snapshot;
import io.gpulse.device.SourceKind;
import io.gpulse.device.topology.Topology;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.publisher.BufferOverflowStrategy;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Takes a snapshot of the machine at a fixed rate, once for all subscribers; rounds never overlap. */
public final class Sampler implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(Sampler.class);

    private static final Duration RELEASE_TIMEOUT = Duration.ofSeconds(1);

    /** The longest wait for the thread of the rounds, which may have stopped. */
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(2);

    /** The maximum number of events that are kept for a slow subscriber. */
    private static final int KEPT_EVENTS = 256;

    private final SamplerParts parts;
    private final Round round;
    private final RoundTimer timer;
    private final Sinks.Many<Snapshot> snapshots = Sinks.many().replay().latest();
    private final Sinks.Empty<Void> stopping = Sinks.empty();
    private final RoundTimes times = new RoundTimes();
    private volatile @Nullable Snapshot latest;
    private volatile boolean running;

    Sampler(SamplerParts parts, RoundTimer.Threads threads) {
        this.parts = parts;
        this.round = parts.round();
        this.timer = new RoundTimer(this.round, parts.every(), this::onSnapshot, threads);
    }

    /** Returns a hot stream without errors. A new subscriber gets the latest snapshot first; it ends with gpulse. */
    public Flux<Snapshot> snapshots() {
        return this.snapshots.asFlux();
    }

    /**
     * Returns the events that the driver reports by itself: hot and without errors. A slow subscriber misses the oldest
     * events; the stream ends with gpulse. Emitted on the lane of events, which a subscriber must not block.
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

    /** Returns the indices of the GPUs whose events would be reported now: those of the driver, or all of the demo. */
    public Set<Integer> monitoredGpus() {
        return latest().filter((snapshot) -> snapshot.source().kind() == SourceKind.DEMO)
                .map(Snapshot::indexes)
                .orElseGet(this.parts.events()::monitoredGpus);
    }

    IdleTimes idleTimes() {
        return this.parts.idleTimes();
    }

    /** Returns how the GPUs and the network adapters are connected, as it was last read. Calls no driver. */
    public Topology topology() {
        return this.parts.topology().latest();
    }

    /** Returns the latest snapshot; empty before the end of the first round. */
    public Optional<Snapshot> latest() {
        return Optional.ofNullable(this.latest);
    }

    /** Returns the time since the round of a snapshot began, by the monotonic clock. */
    public Duration age(Snapshot snapshot) {
        return this.parts.clock().now().uptime().minusNanos(snapshot.nanos());
    }

    public SamplerStatus status() {
        return new SamplerStatus(
                this.times.count(),
                this.round.failures(),
                this.timer.skippedTicks(),
                this.timer.restarts(),
                this.times.quantile(0.5),
                this.times.quantile(0.99),
                this.parts.selector().diagnosis(),
                this.parts.mode(),
                this.parts.selector().isOfThisMachine());
    }

    private void onSnapshot(Snapshot snapshot) {
        this.latest = snapshot;
        this.times.add(snapshot.took());
        this.snapshots.tryEmitNext(snapshot);
    }

    @Override
    public void start() {
        this.running = true;
        this.timer.start();
    }

    /** Completes the stream, then closes the session with the driver, unless a call of it does not return. */
    @Override
    public void stop() {
        this.running = false;
        this.stopping.tryEmitEmpty();
        this.timer.stop();
        // The session and the stream are confined to the sampler's thread.
        Mono.defer(() -> {
                    this.snapshots.tryEmitComplete();
                    return this.parts.release(RELEASE_TIMEOUT);
                })
                .subscribeOn(this.timer.thread())
                .timeout(STOP_TIMEOUT, this.timer.watch())
                .onErrorComplete()
                .block();
    }

    @Override
    public boolean isRunning() {
        return this.running;
    }

    /** The durations of the last rounds. Written by one thread, read by any. */
    private static final class RoundTimes {

        private final long[] nanos = new long[512];
        private long count;

        synchronized void add(Duration took) {
            this.nanos[(int) (this.count % this.nanos.length)] = took.toNanos();
            this.count++;
        }

        synchronized long count() {
            return this.count;
        }

        /** Returns the duration that this share of the rounds did not exceed; zero before the first. */
        synchronized Duration quantile(double share) {
            int known = (int) Math.min(this.count, this.nanos.length);
            if (known == 0) {
                return Duration.ZERO;
            }
            long[] sorted = Arrays.copyOf(this.nanos, known);
            Arrays.sort(sorted);
            return Duration.ofNanos(sorted[(int) Math.ceil(share * known) - 1]);
        }
    }
}
