package io.gpulse.insight.rule;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.event.Fault;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Quantities;
import io.gpulse.event.text.EventText;
import io.gpulse.event.text.FaultText;
import io.gpulse.event.xid.RecoveryAction;
import io.gpulse.event.xid.Remedy;
import io.gpulse.event.xid.Xid;
import io.gpulse.insight.window.MachineWindow;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Spelling;
import io.gpulse.metric.Unit;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Xids and recovery actions that the driver has reported. */
final class ReportedFaults {

    /** The causes of a recovery action: the actions. */
    static final List<String> ACTIONS = Arrays.stream(RecoveryAction.values())
            .filter((action) -> action != RecoveryAction.NONE)
            .map(Spelling::dashed)
            .toList();

    /** The causes of a reported fault: the known Xids. */
    static final List<String> XIDS =
            Xid.known().stream().sorted().map(String::valueOf).toList();

    private ReportedFaults() {}

    static Verdict checkRecovery(GpuRuleContext gpu) {
        long code = (long) gpu.value(Metric.GPU_RECOVERY_ACTION);
        RecoveryAction action = RecoveryAction.of(code).orElse(null);
        if (action == RecoveryAction.NONE) {
            return Verdict.CLEAR;
        }
        Finding finding = gpu.finding().shows(Metric.GPU_RECOVERY_ACTION, "evidence.action", code);
        return action == null
                ? finding.because(Rule.UNLISTED)
                        .put("action", text("rule.recovery-action.unknown", Map.of("code", code)))
                        .withSeverity(Severity.WARNING)
                : finding.because(Spelling.dashed(action))
                        .put("action", action.words())
                        .withSeverity(action.severity())
                        .withAdvice(action.sentence(), action.precedence());
    }

    static Verdict check(GpuRuleContext gpu) {
        MachineWindow machine = gpu.machine();
        List<Fault> faults = machine.faults(gpu.gpu());
        if (faults.isEmpty()) {
            return machine.isMonitored(gpu.gpu()) ? Verdict.CLEAR : Verdict.unknown("rule.xid.not-reported");
        }
        return finding(gpu, faults);
    }

    /** Returns the most severe fault; the latest of those. */
    private static GpuEvent worst(List<Fault> faults) {
        return faults.stream()
                .max(Comparator.comparing((Fault fault) -> fault.event().severity())
                        .thenComparing(Fault::last))
                .orElseThrow()
                .event();
    }

    private static LocalizedText others(List<Fault> faults, int shown) {
        List<String> numbers = faults.stream()
                .map((fault) -> String.valueOf(fault.event().xid()))
                .filter((other) -> !other.equals(String.valueOf(shown)))
                .distinct()
                .toList();
        LocalizedText list = new LocalizedText(String.join(", ", numbers), String.join("、", numbers));
        return numbers.isEmpty() ? LocalizedText.NONE : text("rule.xid.others", Map.of("numbers", list));
    }

    private static Finding finding(GpuRuleContext gpu, List<Fault> faults) {
        GpuEvent shown = worst(faults);
        int number = Objects.requireNonNull(shown.xid());
        EventText text = EventText.of(shown);
        LocalizedText action = text.action();
        int count = faults.stream().mapToInt((fault) -> fault.event().count()).sum();
        Instant last = faults.stream().map(Fault::last).max(Instant::compareTo).orElseThrow();
        return gpu.finding()
                .withSeverity(shown.severity())
                .because(String.valueOf(number))
                .put("fault", FaultText.title(number, LocalizedText.NONE))
                .put("title", Xid.of(number).title())
                .put("xid", LocalizedText.of(Integer.toString(number)))
                .put("others", others(faults, number))
                .put("meaning", FaultText.meaning(number))
                .put("count", count, (times) -> text("rule.xid.times", Map.of("n", (long) times)))
                .put("ago", gpu.secondsSince(last), Quantities::duration)
                .withAdvice(action == null ? Remedy.NOTHING.words() : action, text.precedence(), text.repair())
                .heldFor(gpu.secondsSince(faults.get(0).event().at()))
                .shows("evidence.faults", count, Unit.NONE);
    }
}
