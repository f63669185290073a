package io.gpulse.insight;

import io.gpulse.device.Snapshot;
import io.gpulse.event.Fault;
import io.gpulse.event.RuleEvaluation;
import io.gpulse.event.text.Advice;
import io.gpulse.history.accounting.LinkErrorCount;
import io.gpulse.insight.rule.HotGpus;
import io.gpulse.insight.rule.InsightRules;
import io.gpulse.insight.rule.Thresholds;
import io.gpulse.insight.window.MachineWindow;
import io.gpulse.insight.window.ObservationScope;
import io.gpulse.web.InsightMonitor.RuleState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Evaluates all rules, at most once per second. Not thread-safe; the time is that of the snapshots. */
final class InsightEngine {

    private static final long LEAST_MILLIS = 900;
    private static final Duration RESOLVED_RETENTION = Duration.ofHours(24);
    private static final int MOST_RESOLVED = 200;

    private static final Comparator<Insight> WORST_FIRST = Comparator.comparing(Insight::severity)
            .reversed()
            .thenComparing(Insight::since)
            .thenComparing(Insight::id);

    private final MachineWindow machine;
    private final Supplier<List<Silence>> silences;
    private final List<RuleTracker> rules = new ArrayList<>();
    private final Deque<Resolved> resolved = new ArrayDeque<>();
    private final List<Insight> endedEarly = new ArrayList<>();
    private final HotGpus hot = new HotGpus();
    private long evaluated = Long.MIN_VALUE / 2;

    /** @param at by the monotonic clock */
    private record Resolved(Insight insight, long at) {}

    /**
     * @param enabled in the order of the checks
     * @param silences those in force
     * @param faults returns those that the driver reported of a GPU, by its UUID and the time
     */
    InsightEngine(
            Map<InsightRules, Thresholds> enabled,
            ObservationScope scope,
            Supplier<List<Silence>> silences,
            BiFunction<String, Instant, List<Fault>> faults) {
        this.silences = silences;
        this.machine = new MachineWindow(scope, faults);
        enabled.forEach((row, thresholds) -> this.rules.add(new RuleTracker(row.spec(), thresholds)));
    }

    /** Adds a round. Returns the evaluation of all rules; empty if the last one was less than a second ago. */
    Optional<InsightBoard> add(Snapshot round) {
        if (this.machine.add(round)) {
            this.rules.forEach((rule) -> this.endedEarly.addAll(rule.endAll(this.machine)));
        }
        if (this.machine.now() - this.evaluated < LEAST_MILLIS) {
            return Optional.empty();
        }
        this.evaluated = this.machine.now();
        List<Insight> changes = new ArrayList<>(this.endedEarly);
        this.endedEarly.clear();
        SilenceFilter current = new SilenceFilter(this.silences.get());
        this.rules.forEach((rule) -> changes.addAll(rule.check(this.machine, current)));
        changes.stream().filter((change) -> !change.isActive()).forEach(this::keep);
        return Optional.of(board(changes));
    }

    private void keep(Insight over) {
        this.resolved.addFirst(new Resolved(over, this.machine.now()));
        while (this.resolved.size() > MOST_RESOLVED) {
            this.resolved.removeLast();
        }
    }

    private InsightBoard board(List<Insight> changes) {
        this.resolved.removeIf((over) -> this.machine.now() - over.at > RESOLVED_RETENTION.toMillis());
        Instant wall = this.machine.wall();
        List<Insight> insights = new ArrayList<>();
        List<InsightsResponse.Check> checks = new ArrayList<>();
        List<RuleState> states = new ArrayList<>();
        List<RuleEvaluation> evaluations = new ArrayList<>();
        for (RuleTracker rule : this.rules) {
            List<Insight> active = rule.active(this.machine);
            insights.addAll(active);
            checks.add(rule.outcome(active));
            states.addAll(rule.states());
            evaluations.add(rule.evaluation());
        }
        insights.sort(WORST_FIRST);
        List<Advice> advice = Stream.concat(
                        insights.stream()
                                .filter((insight) -> insight.silence() == null)
                                .map(Insight::shared),
                        Stream.of(this.hot.advice(this.machine)))
                .toList();
        insights.replaceAll((insight) -> insight.among(advice));
        List<Insight> changed =
                changes.stream().map((change) -> change.among(advice)).toList();
        this.resolved.forEach((over) -> insights.add(over.insight));
        return new InsightBoard(wall, List.copyOf(insights), List.copyOf(checks), changed, states, evaluations);
    }

    /**
     * Sets an earlier beginning of an active insight.
     *
     * @param id of the insight
     * @param reported when it was reported first
     */
    void beganAt(String id, Instant earlier, Instant reported) {
        this.rules.forEach((rule) -> rule.beganAt(id, earlier, reported));
    }

    /** Restores error counts of links of previous runs, the oldest first. */
    void restoreLinks(List<LinkErrorCount> counts) {
        this.machine.restoreLinks(counts);
    }

    /** Sets the indexes of the GPUs whose faults the driver reports. */
    void setMonitored(Set<Integer> gpus) {
        this.machine.setMonitored(gpus);
    }
}
