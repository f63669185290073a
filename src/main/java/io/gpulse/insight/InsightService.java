package io.gpulse.insight;

import io.gpulse.event.EventLog;
import io.gpulse.event.GpuEvent;
import io.gpulse.history.HistoryReader;
import io.gpulse.history.accounting.LinkErrorCount;
import io.gpulse.history.accounting.TimedSnapshot;
import io.gpulse.sampling.SnapshotFeed;
import io.gpulse.web.ConsumerGuard;
import io.gpulse.web.FailureMonitor;
import io.gpulse.web.InsightMonitor;
import io.gpulse.web.StreamEvents;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.util.retry.Retry;
import tools.jackson.databind.json.JsonMapper;

/** Evaluates the rules on each round, after the detectors, and publishes changes. */
final class InsightService implements SmartLifecycle, InsightMonitor, StreamEvents, FailureMonitor {

    private static final Logger log = LoggerFactory.getLogger(InsightService.class);
    private static final int WAITING_ROUNDS = 16;
    private static final int WAITING_EVENTS = 256;
    private static final Duration FAULTS_KEPT = Duration.ofHours(24);
    private static final int TRIES = 12;
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(10);

    private final Inputs inputs;
    private final InsightEngine engine;
    private final IncidentLog incidents;
    private final Scheduler thread;
    private final JsonMapper json;
    private final Sinks.Many<Notice> notices = Sinks.many().multicast().directBestEffort();
    private final NotifiedInsights notified = new NotifiedInsights();
    private final Disposable.Swap work = Disposables.swap();
    private final ConsumerGuard rounds = new ConsumerGuard("insights", "Rule evaluation");
    private final ConsumerGuard faults = new ConsumerGuard("insights", "Evaluation of driver faults");
    private volatile boolean running;
    private volatile @Nullable InsightBoard board;

    /**
     * Feeds of the evaluation.
     *
     * @param history has earlier error counts of links
     * @param monitored indexes of the GPUs whose faults the driver reports
     * @param nanos a monotonic clock
     */
    record Inputs(
            SnapshotFeed feed,
            HistoryReader history,
            EventLog events,
            Supplier<Set<Integer>> monitored,
            LongSupplier nanos) {}

    /** @param thread that of the detectors, so that each round is evaluated after it */
    InsightService(Inputs inputs, InsightEngine engine, JsonMapper json, Scheduler thread) {
        this.inputs = inputs;
        this.engine = engine;
        this.incidents = new IncidentLog(inputs.events());
        this.thread = thread;
        this.json = json;
    }

    /** Returns the latest evaluation; empty before the first round. */
    Optional<InsightBoard> board() {
        return Optional.ofNullable(this.board);
    }

    private void add(TimedSnapshot round) {
        this.engine.setMonitored(this.inputs.monitored.get());
        this.engine.add(round).ifPresent((next) -> {
            this.board = next;
            next.changes().forEach(this::report);
            this.inputs.events.restored().evaluated(next.evaluations());
            next.insights().stream().filter(Insight::isActive).forEach(this::restoreSince);
        });
    }

    /** An insight that continues from the previous run keeps its beginning. */
    private void restoreSince(Insight insight) {
        Instant since = this.incidents.since(insight.id());
        if (since != null && since.isBefore(insight.since())) {
            this.engine.begunAt(insight.id(), since);
        }
    }

    private void report(Insight change) {
        this.incidents.report(change);
        this.notified
                .add(change)
                .ifPresent((gpus) -> this.notices.tryEmitNext(
                        new Notice("insight", gpus, this.json.writeValueAsString(InsightResponse.of(change)))));
    }

    @Override
    public List<RuleState> states() {
        InsightBoard now = this.board;
        return now == null ? List.of() : now.states();
    }

    @Override
    public List<Failure> failures() {
        return FailureMonitor.of(this.rounds, this.faults);
    }

    @Override
    public Flux<Notice> notices() {
        return this.notices.asFlux();
    }

    @Override
    public void start() {
        this.running = true;
        Disposable evaluation = this.inputs
                .feed
                .snapshots()
                .map((snapshot) -> new TimedSnapshot(snapshot, this.inputs.nanos.getAsLong()))
                .onBackpressureBuffer(WAITING_ROUNDS, BufferOverflowStrategy.DROP_OLDEST)
                .publishOn(this.thread, 1)
                .subscribe(this.rounds.around(this::add), (failure) -> log.error("Rule evaluation stopped", failure));
        this.work.update(Disposables.composite(evaluation, followEvents(), readLinks()));
    }

    private Disposable followEvents() {
        EventLog events = this.inputs.events;
        Disposable next = events.events()
                .onBackpressureBuffer(WAITING_EVENTS, BufferOverflowStrategy.DROP_OLDEST)
                .publishOn(this.thread)
                .doOnSubscribe((subscribed) -> this.thread.schedule(() -> this.faults.run(this::addEarlierFaults)))
                .subscribe(
                        this.faults.around(this.engine::add),
                        (failure) -> log.error("Evaluation of driver faults stopped", failure));
        Disposable earlier = events.restoration()
                .publishOn(this.thread)
                .subscribe((nothing) -> {}, (failure) -> {}, () -> this.faults.run(this::addEarlierFaults));
        return Disposables.composite(next, earlier);
    }

    private void addEarlierFaults() {
        this.engine.connectEvents();
        List<GpuEvent> earlier =
                this.inputs.events.since(this.inputs.history.now().minus(FAULTS_KEPT));
        earlier.forEach(this.faults.around(this.engine::add));
    }

    /** Reads earlier error counts of links, if there is a history. */
    private Disposable readLinks() {
        long now = this.inputs.history.now().toEpochMilli();
        return this.inputs
                .history
                .query((store) -> store.linkErrors(0, now))
                .retryWhen(Retry.fixedDelay(TRIES, BETWEEN_TRIES))
                .onErrorResume((unavailable) -> Mono.<List<LinkErrorCount>>empty())
                .publishOn(this.thread)
                .subscribe(this.faults.around(this.engine::restoreLinks));
    }

    @Override
    public void stop() {
        this.running = false;
        this.work.update(Disposables.disposed());
        this.notices.tryEmitComplete();
    }

    @Override
    public boolean isRunning() {
        return this.running;
    }
}
