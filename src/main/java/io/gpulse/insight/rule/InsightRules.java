package io.gpulse.insight.rule;

import static io.gpulse.insight.rule.RuleBuilder.rule;

import io.gpulse.insight.window.WatchList;
import io.gpulse.metric.Metric;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * All rules, in the order of documents, by subject in {@link WorkRules}, {@link ClockRules} and {@link FaultRules}. A
 * rule that only compares is written there; one that searches a series, or compares several GPUs, has a class.
 * {@code {names}} in sentences are what a finding says of them; {@code {gpu}} is always there.
 */
@SuppressWarnings("ImmutableEnumChecker") // a rule is data and never changes
public enum InsightRules {
    IDLE_ALLOCATED(WorkRules.IDLE_ALLOCATED),
    INPUT_BOUND(WorkRules.INPUT_BOUND),
    MEMORY_NEARLY_FULL(WorkRules.MEMORY_NEARLY_FULL),
    POWER_CAPPED(ClockRules.POWER_CAPPED),
    THERMALLY_SLOWED(ClockRules.THERMALLY_SLOWED),
    ON_BATTERY(ClockRules.ON_BATTERY),
    NARROW_LINK(FaultRules.NARROW_LINK),
    AILING_LINK(FaultRules.AILING_LINK),
    LINK_DOWN(FaultRules.LINK_DOWN),
    UNEVEN_GROUP(WorkRules.UNEVEN_GROUP),
    GPU_MISSING(FaultRules.GPU_MISSING),
    MEMORY_WITHOUT_PROCESS(WorkRules.MEMORY_WITHOUT_PROCESS),
    GPU_LOST(FaultRules.GPU_LOST),
    GPU_STUCK(FaultRules.GPU_STUCK),
    ERRORS_GROWING(FaultRules.ERRORS_GROWING),
    RECOVERY_ACTION(FaultRules.RECOVERY_ACTION),
    XID(FaultRules.XID);

    private static final Set<InsightRules> ALL = Set.of(values());

    private final Rule rule;

    InsightRules(Rule rule) {
        this.rule = rule;
    }

    public Rule spec() {
        return this.rule;
    }

    public static Optional<InsightRules> find(String id) {
        return Arrays.stream(values())
                .filter((row) -> row.rule.id().equals(id.toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    /** Of which rows the past has to be kept. */
    public static WatchList watched() {
        return new WatchList(union(Rule::hour), union(Rule::minutes), union(Rule::counters));
    }

    private static Set<Metric> union(Function<Rule, Set<Metric>> part) {
        return ALL.stream().flatMap((row) -> part.apply(row.rule).stream()).collect(Collectors.toSet());
    }
}
