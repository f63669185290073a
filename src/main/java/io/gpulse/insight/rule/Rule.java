package io.gpulse.insight.rule;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.xid.Precedence;
import io.gpulse.event.xid.Remedy;
import io.gpulse.event.xid.RepairAction;
import io.gpulse.event.xid.ResetAdvice;
import io.gpulse.insight.window.GpuWindow;
import io.gpulse.insight.window.MachineWindow;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A rule, set up as a row of {@link InsightRules}. Its texts are the messages {@code rule.ID.sentence}, {@code .short},
 * {@code .cause}, {@code .advice} and {@code .passes}.
 */
public final class Rule {

    public static final String FIRES_AFTER = "for";
    public static final String RESOLVES_AFTER = "resolves-after";

    /** The key of a cause that is not on the list of its rule, such as an Xid of unknown meaning. */
    public static final String UNLISTED = "other";

    /** Metrics that are not reliable with the driver of Windows. */
    private static final Set<Metric> OF_LINUX = Set.of(Metric.UTILIZATION_GPU, Metric.PROCESSES_RUNNING);

    private static final double GIBIBYTE = 1L << 30;
    private static final int DAY = 86_400;

    private final Severity severity;
    private final List<Threshold> thresholds = new ArrayList<>();
    private String id = "";
    private List<Metric> needs = List.of();
    private List<String> causes = List.of();
    private boolean reported = true;
    private boolean aboutUse;
    private @Nullable Remedy remedy;
    private Precedence precedence = Precedence.NOTHING;
    private BiConsumer<HostRuleContext, CheckResult> check = (machine, result) -> {};

    /** Checks all GPUs together. */
    @FunctionalInterface
    interface GroupCheck {

        /** @param gpus those that answer and report all needed metrics */
        void run(HostRuleContext machine, List<GpuRuleContext> gpus, CheckResult result);
    }

    private Rule(Severity severity) {
        this.severity = severity;
    }

    static Rule rule(Severity severity) {
        return new Rule(severity);
    }

    Rule named(String name) {
        this.id = name;
        return this;
    }

    /** Sets the metrics without which the rule is not checked. */
    Rule needs(Metric... metrics) {
        this.needs = List.of(metrics);
        return this;
    }

    /** Adds a duration within the last hour. */
    Rule window(String name, String usual, String help) {
        return add(new Threshold(name, Measure.DURATION, usual, 10, 3600, help));
    }

    /** Adds a duration of any length. */
    Rule duration(String name, String usual, String help) {
        return add(new Threshold(name, Measure.DURATION, usual, 0, 30 * DAY, help));
    }

    Rule size(String name, String usual, String help) {
        return add(new Threshold(name, Measure.SIZE, usual, 0, 1024 * GIBIBYTE, help));
    }

    Rule percent(String name, String usual, String help) {
        return add(new Threshold(name, Measure.PERCENT, usual, 0, 100, help));
    }

    Rule count(String name, String usual, String help) {
        return add(new Threshold(name, Measure.COUNT, usual, 1, 1_000_000, help));
    }

    private Rule add(Threshold threshold) {
        this.thresholds.add(threshold);
        return this;
    }

    /** Sets the keys of its causes, the usual one first. */
    Rule causes(List<String> keys) {
        this.causes = List.copyOf(keys);
        return this;
    }

    Rule causes(String... keys) {
        return causes(List.of(keys));
    }

    /** Sets that it is about the use of GPUs, or a fault of a program, not about the hardware. */
    Rule isAboutUse() {
        this.aboutUse = true;
        return this;
    }

    /** Sets for how long the condition must hold, and for how long the finding is kept when it no longer does. */
    Rule holds(String firesAfter, String resolvesAfter) {
        return duration(FIRES_AFTER, firesAfter, "the condition must hold this long before it is reported")
                .duration(RESOLVES_AFTER, resolvesAfter, "keep firing for this long after the condition ends");
    }

    /** Declares that the event log has events of the same faults. */
    Rule hasEvents() {
        this.reported = false;
        return this;
    }

    /** Sets the advice that an event of the same fault has. */
    Rule advice(Remedy shared) {
        this.remedy = shared;
        return advises(shared.precedence());
    }

    /** Sets the precedence of its advice. */
    Rule advises(Precedence own) {
        this.precedence = own;
        return this;
    }

    /** Checks the machine. */
    Rule onMachine(BiConsumer<HostRuleContext, CheckResult> condition) {
        this.check = condition;
        return this;
    }

    /** Checks each GPU that answers and reports all needed metrics. */
    Rule onEachGpu(Function<GpuRuleContext, Verdict> condition) {
        return onGroups((machine, gpus, result) -> gpus.forEach((gpu) -> result.add(gpu.gpu(), condition.apply(gpu))));
    }

    /** Checks each GPU in any state. */
    Rule onEachState(Function<GpuRuleContext, Verdict> condition) {
        return onMachine((machine, result) ->
                listed(machine, result).forEach((gpu) -> result.add(gpu, condition.apply(machine.of(gpu)))));
    }

    /** Checks all GPUs that answer and report all needed metrics. */
    Rule onGroups(GroupCheck condition) {
        return onMachine((machine, result) -> {
            List<Metric> needed = needs(Scope.GPU);
            List<GpuRuleContext> known = new ArrayList<>();
            for (GpuWindow gpu : listed(machine, result)) {
                Optional<LocalizedText> absence = Absences.of(gpu, needed);
                absence.ifPresent((why) -> result.add(gpu, new Verdict.Unknown(why)));
                if (absence.isEmpty()) {
                    known.add(machine.of(gpu));
                }
            }
            if (!machine.window().gpus().isEmpty()) {
                condition.run(machine, known, result);
            }
        });
    }

    private static List<GpuWindow> listed(HostRuleContext machine, CheckResult result) {
        if (machine.window().gpus().isEmpty()) {
            result.unchecked(text("check.no-gpu"));
        }
        return machine.window().gpus();
    }

    /** Returns the findings of one round. */
    public CheckResult check(MachineWindow machine, Thresholds values) {
        CheckResult result = new CheckResult();
        if (machine.isOnWindows() && this.needs.stream().anyMatch(OF_LINUX::contains)) {
            result.unchecked(text("check.windows"));
            return result;
        }
        Absences.of(machine.host(), needs(Scope.HOST))
                .ifPresentOrElse(
                        result::unchecked, () -> this.check.accept(new HostRuleContext(machine, values), result));
        return result;
    }

    private List<Metric> needs(Scope scope) {
        return this.needs.stream()
                .filter((metric) -> metric.spec().scope() == scope)
                .toList();
    }

    public String id() {
        return this.id;
    }

    public Severity severity() {
        return this.severity;
    }

    /** Returns its limits, {@code for} and {@code resolves-after} among them. */
    public List<Threshold> thresholds() {
        return List.copyOf(this.thresholds);
    }

    /** Returns whether its findings become events; not where the event log has events of the same faults. */
    public boolean isReported() {
        return this.reported;
    }

    public Precedence precedence() {
        return this.precedence;
    }

    /** Returns what its advice amounts to. */
    public RepairAction action() {
        return this.remedy == null ? this.precedence.action() : this.remedy.action();
    }

    /** Returns the keys of its causes, the usual one first. */
    public List<String> causes() {
        return this.causes;
    }

    /** Returns whether GPUs are in trouble by an alert of this severity: it is about the hardware, or critical. */
    public boolean isTrouble(Severity alert) {
        return alert == Severity.CRITICAL || !this.aboutUse;
    }

    /** Returns the advice that it shares with an event; null when it has advice of its own. */
    public @Nullable Remedy remedy() {
        return this.remedy;
    }

    /**
     * Returns one of its texts.
     *
     * @param part {@code sentence}, {@code short}, {@code cause} or {@code advice} of a finding; {@code passes} while
     *     there is none
     */
    public LocalizedText message(String part) {
        LocalizedText message = this.remedy != null && part.equals("advice")
                ? this.remedy.words()
                : text("rule." + this.id + "." + part);
        return part.equals("advice") ? ResetAdvice.complete(message) : message;
    }
}
