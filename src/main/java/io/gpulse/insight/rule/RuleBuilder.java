package io.gpulse.insight.rule;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.xid.Remedy;
import io.gpulse.insight.window.GpuWindow;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Builds a row of {@link InsightRules}. */
final class RuleBuilder {

    private static final double GIBIBYTE = 1L << 30;
    private static final int DAY = 86_400;

    private final Severity severity;
    private final List<Threshold> thresholds = new ArrayList<>();
    private List<Metric> needs = List.of();
    private Set<Metric> hour = Set.of();
    private Set<Metric> minutes = Set.of();
    private Set<Metric> counters = Set.of();
    private boolean reported = true;
    private @Nullable Remedy remedy;
    private Rule.Check check = (machine, thresholds, result) -> {};

    /** Checks all GPUs together. */
    @FunctionalInterface
    interface GroupCheck {

        /** @param gpus those that answer and report all needed metrics */
        void run(HostRuleContext machine, List<GpuRuleContext> gpus, CheckResult result);
    }

    private RuleBuilder(Severity severity) {
        this.severity = severity;
    }

    static RuleBuilder rule(Severity severity) {
        return new RuleBuilder(severity);
    }

    /** Sets the metrics without which the rule is not checked. */
    RuleBuilder needs(Metric... metrics) {
        this.needs = List.of(metrics);
        return this;
    }

    /** Sets the metrics whose last hour the rule reads. */
    RuleBuilder hour(Metric... metrics) {
        this.hour = Set.of(metrics);
        return this;
    }

    /** Sets the metrics whose last rounds the rule reads. */
    RuleBuilder minutes(Metric... metrics) {
        this.minutes = Set.of(metrics);
        return this;
    }

    /** Sets the counters whose growth the rule reads. */
    RuleBuilder counters(Metric... metrics) {
        this.counters = Set.of(metrics);
        return this;
    }

    /** Adds a duration within the last hour. */
    RuleBuilder window(String name, String usual, String help) {
        return add(new Threshold(name, Measure.DURATION, usual, 10, 3600, help));
    }

    /** Adds a duration of any length. */
    RuleBuilder duration(String name, String usual, String help) {
        return add(new Threshold(name, Measure.DURATION, usual, 0, 30 * DAY, help));
    }

    RuleBuilder size(String name, String usual, String help) {
        return add(new Threshold(name, Measure.SIZE, usual, 0, 1024 * GIBIBYTE, help));
    }

    RuleBuilder percent(String name, String usual, String help) {
        return add(new Threshold(name, Measure.PERCENT, usual, 0, 100, help));
    }

    RuleBuilder count(String name, String usual, String help) {
        return add(new Threshold(name, Measure.COUNT, usual, 1, 1_000_000, help));
    }

    private RuleBuilder add(Threshold threshold) {
        this.thresholds.add(threshold);
        return this;
    }

    /** Sets for how long the condition must hold, and for how long the finding is kept when it no longer does. */
    RuleBuilder holds(String firesAfter, String resolvesAfter) {
        return duration(Rule.FIRES_AFTER, firesAfter, "the condition must hold this long before it is reported")
                .duration(Rule.RESOLVES_AFTER, resolvesAfter, "keep firing for this long after the condition ends");
    }

    /** Declares that the event log has events of the same faults. */
    RuleBuilder hasEvents() {
        this.reported = false;
        return this;
    }

    /** Sets the advice that an event of the same fault has. */
    RuleBuilder advice(Remedy shared) {
        this.remedy = shared;
        return this;
    }

    private RuleBuilder check(Rule.Check condition) {
        this.check = condition;
        return this;
    }

    /** Checks the machine. */
    RuleBuilder onMachine(BiConsumer<HostRuleContext, CheckResult> condition) {
        return check((machine, values, result) -> condition.accept(new HostRuleContext(machine, values), result));
    }

    /** Checks each GPU that answers and reports all needed metrics. */
    RuleBuilder onEachGpu(Function<GpuRuleContext, Verdict> condition) {
        return onGroups((machine, gpus, result) -> gpus.forEach((gpu) -> result.add(gpu.gpu(), condition.apply(gpu))));
    }

    /** Checks each GPU in any state. */
    RuleBuilder onEachState(Function<GpuRuleContext, Verdict> condition) {
        return check((machine, values, result) -> {
            if (machine.gpus().isEmpty()) {
                result.unchecked(text("check.no-gpu"));
            }
            machine.gpus().forEach((gpu) -> result.add(gpu, condition.apply(new GpuRuleContext(machine, gpu, values))));
        });
    }

    /** Checks all GPUs that answer and report all needed metrics. */
    RuleBuilder onGroups(GroupCheck condition) {
        List<Metric> needed = this.needs.stream()
                .filter((metric) -> metric.spec().scope() == Scope.GPU)
                .toList();
        return check((machine, values, result) -> {
            List<GpuRuleContext> known = new ArrayList<>();
            for (GpuWindow gpu : machine.gpus()) {
                Optional<LocalizedText> absence = Absences.of(gpu, needed);
                absence.ifPresent((why) -> result.add(gpu, new Verdict.Unknown(why)));
                if (absence.isEmpty()) {
                    known.add(new GpuRuleContext(machine, gpu, values));
                }
            }
            if (machine.gpus().isEmpty()) {
                result.unchecked(text("check.no-gpu"));
            } else {
                condition.run(new HostRuleContext(machine, values), known, result);
            }
        });
    }

    Rule build(String id) {
        return new Rule(
                id,
                this.severity,
                this.needs,
                this.hour,
                this.minutes,
                this.counters,
                List.copyOf(this.thresholds),
                this.reported,
                this.remedy,
                this.check);
    }
}
