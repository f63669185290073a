package io.gpulse.insight.rule;

import io.gpulse.event.Severity;
import io.gpulse.event.xid.Remedy;
import io.gpulse.insight.window.GpuWindow;
import io.gpulse.metric.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/** Builds a row of {@link InsightRules}. */
final class RuleBuilder {

    private static final double GIBIBYTE = 1L << 30;
    private static final int DAY = 86_400;
    private static final Phrase NO_GPU = new Phrase("the driver lists no GPU", "驱动未列出任何 GPU");

    private final String id;
    private final Severity severity;
    private final List<Metric> needs = new ArrayList<>();
    private final List<Threshold> thresholds = new ArrayList<>();
    private Set<Metric> hour = Set.of();
    private Set<Metric> minutes = Set.of();
    private Set<Metric> counters = Set.of();
    private boolean told = true;
    private Rule.Check check = (machine, values, result) -> {};
    private Phrase sentence = Phrase.NONE;
    private Phrase cause = Phrase.NONE;
    private Phrase advice = Phrase.NONE;

    /** Whether a rule holds of one GPU. */
    @FunctionalInterface
    interface GpuCheck {

        Verdict of(GpuRuleContext gpu);
    }

    /** What a rule says of all GPUs together. */
    @FunctionalInterface
    interface MachineCheck {

        /**
         * Adds what it says.
         *
         * @param gpus those that answer and report what is needed
         */
        void of(HostRuleContext machine, List<GpuRuleContext> gpus, CheckResult result);
    }

    private RuleBuilder(String id, Severity severity) {
        this.id = id;
        this.severity = severity;
    }

    static RuleBuilder rule(String id, Severity severity) {
        return new RuleBuilder(id, severity);
    }

    /** Rows without which it is not checked. */
    RuleBuilder needing(Metric... metrics) {
        this.needs.addAll(List.of(metrics));
        return this;
    }

    /** Rows of which it looks at the last hour. */
    RuleBuilder following(Metric... metrics) {
        this.hour = Set.of(metrics);
        return this;
    }

    /** Rows of which it looks at every one of the last rounds. */
    RuleBuilder followingClosely(Metric... metrics) {
        this.minutes = Set.of(metrics);
        return this;
    }

    /** Counters of which it looks at what they have gained. */
    RuleBuilder counting(Metric... metrics) {
        this.counters = Set.of(metrics);
        return this;
    }

    /** A span within the last hour. */
    RuleBuilder window(String name, String usual, String help) {
        return add(new Threshold(name, Measure.DURATION, Measure.DURATION.parse(usual), 10, 3600, help));
    }

    /** A span of any length. */
    RuleBuilder duration(String name, String usual, String help) {
        return add(new Threshold(name, Measure.DURATION, Measure.DURATION.parse(usual), 0, 30 * DAY, help));
    }

    RuleBuilder size(String name, String usual, String help) {
        return add(new Threshold(name, Measure.SIZE, Measure.SIZE.parse(usual), 0, 1024 * GIBIBYTE, help));
    }

    RuleBuilder percent(String name, String usual, String help) {
        return add(new Threshold(name, Measure.PERCENT, Measure.PERCENT.parse(usual), 0, 100, help));
    }

    RuleBuilder count(String name, String usual, String help) {
        return add(new Threshold(name, Measure.COUNT, Measure.COUNT.parse(usual), 1, 1_000_000, help));
    }

    private RuleBuilder add(Threshold threshold) {
        this.thresholds.add(threshold);
        return this;
    }

    /** It has to hold for so long until it is said, and not to hold for so long until it is over. */
    RuleBuilder holding(String firesAfter, String resolvesAfter) {
        return duration(Rule.FIRES_AFTER, firesAfter, "it has to hold for so long")
                .duration(Rule.RESOLVES_AFTER, resolvesAfter, "it is over when it has not held for so long");
    }

    /** The log of events knows what it says already. */
    RuleBuilder knownToTheLog() {
        this.told = false;
        return this;
    }

    /** It is checked on each GPU that answers. */
    RuleBuilder onEachGpu(GpuCheck condition) {
        return onGroups((machine, gpus, result) -> gpus.forEach((gpu) -> result.add(gpu.gpu(), condition.of(gpu))));
    }

    /** It is checked on each GPU, whether it answers or not. */
    RuleBuilder onEachState(GpuCheck condition) {
        this.check = (machine, values, result) -> {
            if (machine.gpus().isEmpty()) {
                result.unchecked(NO_GPU);
            }
            machine.gpus().forEach((gpu) -> result.add(gpu, condition.of(new GpuRuleContext(machine, gpu, values))));
        };
        return this;
    }

    /** It is checked on the machine. */
    RuleBuilder onMachine(BiConsumer<HostRuleContext, CheckResult> condition) {
        this.check = (machine, values, result) -> condition.accept(new HostRuleContext(machine, values), result);
        return this;
    }

    /** It is checked on all GPUs that answer together. */
    RuleBuilder onGroups(MachineCheck condition) {
        this.check = (machine, values, result) -> {
            List<Metric> needed = Rule.ofGpus(this.needs);
            List<GpuRuleContext> known = new ArrayList<>();
            for (GpuWindow gpu : machine.gpus()) {
                Optional<Phrase> absence = Absences.of(gpu, needed);
                absence.ifPresent((why) -> result.unknown(gpu, why));
                if (absence.isEmpty()) {
                    known.add(new GpuRuleContext(machine, gpu, values));
                }
            }
            if (machine.gpus().isEmpty()) {
                result.unchecked(NO_GPU);
            } else {
                condition.of(new HostRuleContext(machine, values), known, result);
            }
        };
        return this;
    }

    RuleBuilder says(String en, String zh) {
        this.sentence = new Phrase(en, zh);
        return this;
    }

    RuleBuilder because(String en, String zh) {
        this.cause = new Phrase(en, zh);
        return this;
    }

    /** The advice that the event of the same fault has. */
    RuleBuilder advising(Remedy remedy) {
        this.advice = Phrases.advice(remedy);
        return this;
    }

    RuleBuilder advising(String en, String zh) {
        this.advice = Phrases.advice(en, zh);
        return this;
    }

    /** What is said while it is checked and holds of nothing. */
    Rule passing(String en, String zh) {
        return new Rule(
                this.id,
                this.severity,
                List.copyOf(this.needs),
                this.hour,
                this.minutes,
                this.counters,
                List.copyOf(this.thresholds),
                this.told,
                this.check,
                this.sentence,
                this.cause,
                this.advice,
                new Phrase(en, zh));
    }
}
