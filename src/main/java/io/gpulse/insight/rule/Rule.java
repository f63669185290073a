package io.gpulse.insight.rule;

import io.gpulse.event.Severity;
import io.gpulse.insight.window.MachineWindow;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import java.util.List;
import java.util.Set;

/**
 * All that there is to say of a rule.
 *
 * @param needs rows without which it cannot be checked
 * @param hour rows whose last hour it looks at
 * @param minutes rows whose last rounds it looks at
 * @param counters counters whose growth it looks at
 * @param thresholds what it compares with, {@code for} and {@code resolves-after} among them
 * @param told whether what it finds is told to the log of events; not where that knows it already
 * @param check whether it holds
 * @param passes what is said while it holds of nothing
 */
public record Rule(
        String id,
        Severity severity,
        List<Metric> needs,
        Set<Metric> hour,
        Set<Metric> minutes,
        Set<Metric> counters,
        List<Threshold> thresholds,
        boolean told,
        Check check,
        Phrase sentence,
        Phrase cause,
        Phrase advice,
        Phrase passes) {

    public static final String FIRES_AFTER = "for";
    public static final String RESOLVES_AFTER = "resolves-after";

    /** Rows that cannot be relied on where the driver is that of Windows. */
    private static final Set<Metric> OF_LINUX = Set.of(Metric.UTILIZATION_GPU, Metric.PROCESSES_RUNNING);

    private static final Phrase ON_WINDOWS = new Phrase(
            "on Windows (WSL) the driver lists no processes and its utilization may stay at 0",
            "在 Windows（WSL）上，驱动不列出进程，且其利用率可能始终为 0");

    /** What a rule says of the machine now. */
    public CheckResult check(MachineWindow machine, Thresholds values) {
        CheckResult result = new CheckResult();
        if (machine.isOnWindows() && this.needs.stream().anyMatch(OF_LINUX::contains)) {
            result.unchecked(ON_WINDOWS);
            return result;
        }
        List<Metric> ofHost = this.needs.stream()
                .filter((metric) -> metric.spec().scope() == Scope.HOST)
                .toList();
        Absences.of(machine.host(), ofHost)
                .ifPresentOrElse(result::unchecked, () -> this.check.of(machine, values, result));
        return result;
    }

    /** Rows of GPUs without which it cannot be checked. */
    static List<Metric> ofGpus(List<Metric> needs) {
        return needs.stream()
                .filter((metric) -> metric.spec().scope() == Scope.GPU)
                .toList();
    }

    /** Looks, and says what it sees. */
    @FunctionalInterface
    interface Check {

        void of(MachineWindow machine, Thresholds values, CheckResult result);
    }
}
