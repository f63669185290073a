package io.gpulse.insight.rule;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.xid.Remedy;
import io.gpulse.event.xid.ResetAdvice;
import io.gpulse.insight.window.MachineWindow;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A rule. Its texts are the messages {@code rule.ID.sentence}, {@code .cause}, {@code .advice} and {@code .passes}.
 *
 * @param needs metrics without which it cannot be checked
 * @param hour metrics whose last hour it reads
 * @param minutes metrics whose last rounds it reads
 * @param counters counters whose growth it reads
 * @param thresholds its limits, {@code for} and {@code resolves-after} among them
 * @param reported whether its findings become events; not where the event log has events of the same faults
 * @param remedy the advice that it shares with an event; null when it has advice of its own
 */
public record Rule(
        String id,
        Severity severity,
        List<Metric> needs,
        Set<Metric> hour,
        Set<Metric> minutes,
        Set<Metric> counters,
        List<Threshold> thresholds,
        boolean reported,
        @Nullable Remedy remedy,
        Check check) {

    public static final String FIRES_AFTER = "for";
    public static final String RESOLVES_AFTER = "resolves-after";

    /** Metrics that are not reliable with the driver of Windows. */
    private static final Set<Metric> OF_LINUX = Set.of(Metric.UTILIZATION_GPU, Metric.PROCESSES_RUNNING);

    /** Adds the findings of one round to the result. */
    @FunctionalInterface
    interface Check {

        void run(MachineWindow machine, Thresholds thresholds, CheckResult result);
    }

    public CheckResult check(MachineWindow machine, Thresholds values) {
        CheckResult result = new CheckResult();
        if (machine.isOnWindows() && this.needs.stream().anyMatch(OF_LINUX::contains)) {
            result.unchecked(text("check.windows"));
            return result;
        }
        Absences.of(machine.host(), needs(Scope.HOST))
                .ifPresentOrElse(result::unchecked, () -> this.check.run(machine, values, result));
        return result;
    }

    private List<Metric> needs(Scope scope) {
        return this.needs.stream()
                .filter((metric) -> metric.spec().scope() == scope)
                .toList();
    }

    /** Returns what the rule reports of a finding. */
    public LocalizedText sentence() {
        return text("rule." + this.id + ".sentence");
    }

    public LocalizedText cause() {
        return text("rule." + this.id + ".cause");
    }

    public LocalizedText advice() {
        return ResetAdvice.complete(this.remedy == null ? text("rule." + this.id + ".advice") : this.remedy.words());
    }

    /** Returns the sentence while the rule has no finding. */
    public LocalizedText passes() {
        return text("rule." + this.id + ".passes");
    }
}
