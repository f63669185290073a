package io.gpulse.insight;

import io.gpulse.device.Snapshot;
import io.gpulse.event.EventLog;
import io.gpulse.history.HistoryReader;
import io.gpulse.history.accounting.LinkErrorCount;
import io.gpulse.sampling.SnapshotFeed;
import io.gpulse.web.InsightMonitor;
import io.gpulse.web.RoundPipeline;
import io.gpulse.web.StreamEvents;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.SingletonSupplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.util.retry.Retry;
import tools.jackson.databind.json.JsonMapper;

/** Evaluates the rules on each round, after the detectors, and publishes changes. */
final class InsightService extends RoundPipeline implements InsightMonitor, StreamEvents, PublishedAlerts {

    private static final int WAITING_ROUNDS = 64;
    private static final int TRIES = 12;
    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(10);

    private final Inputs inputs;
    private final SingletonSupplier<InsightEngine> engine;
    private final JsonMapper json;
    private final Sinks.Many<Notice> notices = Sinks.many().multicast().directBestEffort();
    private final Sinks.Many<PublishedAlert> published =
            Sinks.many().multicast().directBestEffort();
    private final NotifiedInsights notified = new NotifiedInsights();
    private volatile @Nullable InsightBoard board;

    /**
     * Feeds of the evaluation.
     *
     * @param history has earlier error counts of links
     * @param log gets the rows of insights
     * @param monitored indexes of the GPUs whose faults the driver reports
     */
    record Inputs(SnapshotFeed feed, HistoryReader history, EventLog log, Supplier<Set<Integer>> monitored) {}

    /**
     * @param engine created on the thread, since it loads the rules
     * @param thread that of the detectors, so that each round is evaluated after it
     */
    InsightService(Inputs inputs, Supplier<InsightEngine> engine, JsonMapper json, Scheduler thread) {
        super("insights", thread);
        this.inputs = inputs;
        this.engine = SingletonSupplier.of(engine);
        this.json = json;
        consume("Rule evaluation", inputs.feed().snapshots(), WAITING_ROUNDS, this::add);
        consume("Restoration of link errors", readLinks().flux(), 1, (counts) -> engine().restoreLinks(counts));
    }

    /** Returns the latest evaluation; empty before the first round. */
    Optional<InsightBoard> board() {
        return Optional.ofNullable(this.board);
    }

    private InsightEngine engine() {
        return this.engine.obtain();
    }

    private void add(Snapshot snapshot) {
        engine().setMonitored(this.inputs.monitored.get());
        // A client that is notified of an alert finds it in the evaluation.
        this.inputs.log.publishAfter(() -> evaluate(snapshot)).forEach(this::report);
    }

    /** Returns the changes. */
    private List<Insight> evaluate(Snapshot snapshot) {
        Optional<InsightBoard> next = engine().add(snapshot);
        next.ifPresent((evaluated) -> this.board = evaluated);
        return next.map(InsightBoard::changes).orElse(List.of());
    }

    private void report(Insight change) {
        this.notified.add(change).ifPresent((gpus) -> {
            this.published.tryEmitNext(change.published());
            this.notices.tryEmitNext(
                    new Notice("insight", gpus, this.json.writeValueAsString(InsightResponse.of(change))));
        });
    }

    @Override
    public List<RuleState> states() {
        InsightBoard now = this.board;
        return now == null ? List.of() : now.states();
    }

    @Override
    public Flux<Notice> notices() {
        return this.notices.asFlux();
    }

    @Override
    public Flux<PublishedAlert> alerts() {
        return this.published.asFlux();
    }

    @Override
    public List<PublishedAlert> active() {
        return board().stream()
                .flatMap((now) -> now.insights().stream())
                .filter((insight) -> insight.isActive() && insight.silence() == null)
                .map(Insight::published)
                .toList();
    }

    @Override
    public @Nullable Boolean holds(PublishedAlert alert) {
        List<RuleState> own = states().stream()
                .filter((state) -> state.rule().equals(alert.rule()) && isAbout(alert, state.gpu()))
                .toList();
        if (own.stream().anyMatch(RuleState::active)) {
            return true;
        }
        return own.size() < Math.max(1, alert.gpus().size()) ? null : (Boolean) false;
    }

    private static boolean isAbout(PublishedAlert alert, @Nullable GpuLabels gpu) {
        return alert.gpus().isEmpty()
                ? gpu == null
                : alert.gpus().entrySet().stream().anyMatch((one) -> isOf(gpu, one.getKey(), one.getValue()));
    }

    private static boolean isOf(@Nullable GpuLabels labels, String key, int index) {
        return labels != null && (labels.uuid() == null ? labels.index() == index : key.equals(labels.uuid()));
    }

    /** Reads the error counts of links before this run, if there is a history. */
    private Mono<List<LinkErrorCount>> readLinks() {
        return Mono.defer(() -> {
            long now = this.inputs.history.now().toEpochMilli();
            return this.inputs
                    .history
                    .query((store) -> store.linkErrors(0, now))
                    .retryWhen(Retry.fixedDelay(TRIES, BETWEEN_TRIES))
                    .onErrorResume((unavailable) -> Mono.empty());
        });
    }

    @Override
    public void stop() {
        super.stop();
        this.notices.tryEmitComplete();
        this.published.tryEmitComplete();
    }
}
