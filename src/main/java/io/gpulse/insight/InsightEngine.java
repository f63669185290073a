package io.gpulse.insight;

import io.gpulse.device.Snapshot;
import io.gpulse.event.EventLog;
import io.gpulse.event.text.Advice;
import io.gpulse.event.xid.RepairAction;
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
import java.util.function.Supplier;
import java.util.stream.Collectors;
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

    private final EventLog log;
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
     * @param log has the faults that the driver reported, and gets the rows of insights
     */
    InsightEngine(
            Map<InsightRules, Thresholds> enabled,
            ObservationScope scope,
            Supplier<List<Silence>> silences,
            EventLog log) {
        this.silences = silences;
        this.machine = new MachineWindow(scope, log::faults);
        this.log = log;
        enabled.forEach((row, thresholds) -> this.rules.add(new RuleTracker(row.spec(), thresholds, log)));
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
        this.log.restored().evaluated(this::isOver);
        return Optional.of(board(changes));
    }

    /**
     * Returns whether an alert of a rule, in the previous run, is over.
     *
     * @param gpus UUIDs of its GPUs; none for an alert about the machine
     */
    boolean isOver(String rule, Set<String> gpus) {
        return this.rules.stream().anyMatch((one) -> one.isOver(rule, gpus));
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
        for (RuleTracker rule : this.rules) {
            List<Insight> active = rule.active();
            insights.addAll(active);
            checks.add(rule.outcome(active));
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
        Map<String, RepairAction> actions =
                insights.stream().collect(Collectors.toMap(Insight::id, Insight::action, (first, next) -> first));
        this.rules.forEach((rule) -> states.addAll(rule.states(actions)));
        this.resolved.forEach((over) -> insights.add(over.insight));
        return new InsightBoard(wall, List.copyOf(insights), List.copyOf(checks), changed, states);
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
