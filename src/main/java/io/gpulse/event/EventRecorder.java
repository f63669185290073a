package io.gpulse.event;

import io.gpulse.device.DriverEvent;
import io.gpulse.history.accounting.TimedSnapshot;
import io.gpulse.sampling.SnapshotFeed;
import io.gpulse.web.ConsumerGuard;
import io.gpulse.web.FailureMonitor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BufferOverflowStrategy;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Detects events in rounds and in reports of the driver, and stores the log, on a thread of its own. */
final class EventRecorder implements SmartLifecycle, FailureMonitor {

    private static final Logger log = LoggerFactory.getLogger(EventRecorder.class);

    private static final int WAITING_ROUNDS = 120;
    private static final int WAITING_EVENTS = 4096;
    private static final int MOST_EARLY = 64;
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(3);

    private final Inputs inputs;
    private final Outputs outputs;
    private final Scheduler scheduler;
    private final LongSupplier nanos;
    private final List<DriverEvent> early = new ArrayList<>();
    private final Disposable.Composite work = Disposables.composite();
    private final ConsumerGuard rounds = new ConsumerGuard("events", "Detection of events");
    private final ConsumerGuard reports = new ConsumerGuard("events", "Recording of the driver's events");
    private final ConsumerGuard storing = new ConsumerGuard("events", "Storing of events");
    private @Nullable EventPipeline pipeline;
    private volatile boolean running;

    /** Feeds of rounds and of reports of the driver. */
    record Inputs(SnapshotFeed snapshots, Flux<DriverEvent> driver) {}

    /**
     * Destinations of events.
     *
     * @param archive creates an archive for each database
     */
    record Outputs(EventLog events, EventCounts counts, Supplier<EventArchive> archive) {}

    /**
     * @param scheduler of one thread
     * @param nanos a monotonic clock, in nanoseconds
     */
    EventRecorder(Inputs inputs, Outputs outputs, Scheduler scheduler, LongSupplier nanos) {
        this.inputs = inputs;
        this.outputs = outputs;
        this.scheduler = scheduler;
        this.nanos = nanos;
    }

    @Override
    public void start() {
        this.running = true;
        this.work.add(this.inputs
                .snapshots
                .snapshots()
                .map((snapshot) -> new TimedSnapshot(snapshot, this.nanos.getAsLong()))
                .onBackpressureBuffer(WAITING_ROUNDS, BufferOverflowStrategy.DROP_OLDEST)
                .publishOn(this.scheduler, 1)
                .subscribe(
                        this.rounds.<TimedSnapshot>around(this::add),
                        (failure) -> log.error("Detection of events stopped", failure)));
        this.work.add(this.inputs
                .driver
                .onBackpressureBuffer(WAITING_EVENTS, BufferOverflowStrategy.DROP_OLDEST)
                .publishOn(this.scheduler, 1)
                .subscribe(
                        this.reports.<DriverEvent>around(this::add),
                        (failure) -> log.error("Recording of the driver's events stopped", failure)));
    }

    private void add(TimedSnapshot round) {
        EventPipeline current = this.pipeline;
        if (current != null
                && current.isSimulated() != round.snapshot().source().simulated()) {
            current.archive().flush(current.isSimulated()).subscribe((written) -> {}, EventRecorder::notStored);
            this.outputs.events.forgetAll();
            current = null;
        }
        if (current == null) {
            current = new EventPipeline(this.outputs.events, this.outputs.counts, this.outputs.archive.get(), round);
            this.pipeline = current;
        }
        try {
            current.add(round);
            this.early.forEach(current::add);
        } finally {
            this.early.clear();
            store(current);
        }
    }

    private void store(EventPipeline of) {
        of.archive()
                .write(of.first())
                .publishOn(this.scheduler)
                .subscribe(
                        this.storing.around((done) -> {
                            if (this.pipeline == of) {
                                done.run();
                                of.proceed();
                            }
                        }),
                        this.storing::failed);
    }

    /** The GPUs are known from the first round on; earlier reports wait for it. */
    private void add(DriverEvent event) {
        EventPipeline current = this.pipeline;
        if (current != null) {
            current.add(event);
        } else if (this.early.size() < MOST_EARLY) {
            this.early.add(event);
        }
    }

    @Override
    public List<Failure> failures() {
        return FailureMonitor.of(this.rounds, this.reports, this.storing);
    }

    private static void notStored(Throwable failure) {
        log.warn("Events were not stored: {}", failure.toString());
    }

    /** Stores the remaining events. */
    @Override
    public void stop() {
        this.running = false;
        this.work.dispose();
        Mono.defer(() -> {
                    EventPipeline last = this.pipeline;
                    if (last == null) {
                        return Mono.empty();
                    }
                    last.flush();
                    return last.archive().flush(last.isSimulated());
                })
                .subscribeOn(this.scheduler)
                .timeout(STOP_TIMEOUT)
                .doOnError(EventRecorder::notStored)
                .onErrorComplete()
                .block();
        this.outputs.events.close();
    }

    @Override
    public boolean isRunning() {
        return this.running;
    }
}
