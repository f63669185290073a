package io.gpulse.insight.rule;

import io.gpulse.device.SourceKind;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.text.EventText;
import io.gpulse.event.xid.LocalizedText;
import io.gpulse.event.xid.Remedy;
import io.gpulse.insight.window.MachineWindow;
import io.gpulse.insight.window.XidLog;
import io.gpulse.metric.Unit;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** Faults that the driver has reported by number. */
final class ReportedFaults {

    private static final Verdict UNHEARD =
            new Verdict.Unknown(new Phrase("the driver does not report faults to gpulse", "驱动未向 gpulse 报告故障"));

    private ReportedFaults() {}

    static Verdict check(GpuRuleContext gpu) {
        if (!gpu.machine().xids().isConnected()) {
            return new Verdict.Unknown(new Phrase("needs the log of events, which is not there", "需要事件日志，但它不可用"));
        }
        MachineWindow machine = gpu.machine();
        List<XidLog.Fault> faults = machine.xids().of(gpu.gpu().key(), machine.wall());
        if (faults.isEmpty()) {
            boolean demo = machine.latest().source().kind() == SourceKind.DEMO;
            boolean heard = demo || machine.xids().hears(gpu.gpu().index());
            return heard ? Verdict.CLEAR : UNHEARD;
        }
        return finding(gpu, faults, machine.wall());
    }

    /** The most severe; the latest of those. */
    private static XidLog.Fault worst(List<XidLog.Fault> faults) {
        return faults.stream()
                .max(Comparator.comparing((XidLog.Fault fault) -> fault.event().severity())
                        .thenComparing(XidLog.Fault::last))
                .orElseThrow();
    }

    /** As the event has it, without the GPU. */
    private static Phrase title(int number) {
        Phrase title = Phrase.of(EventText.fault(number, new LocalizedText("", "")));
        return new Phrase(title.en().replaceFirst("^ has ", " {has|have} "), title.zh());
    }

    private static Phrase others(List<String> numbers) {
        return numbers.isEmpty()
                ? Phrase.NONE
                : new Phrase(" and Xid " + String.join(", ", numbers), "及 Xid " + String.join("、", numbers));
    }

    private static Phrase action(GpuEvent event) {
        LocalizedText action = EventText.of(event).action();
        return Phrase.of(action == null ? Remedy.NOTHING.words() : action);
    }

    private static Finding finding(GpuRuleContext gpu, List<XidLog.Fault> faults, Instant now) {
        GpuEvent shown = worst(faults).event();
        int number = Objects.requireNonNull(shown.xid());
        List<String> others = faults.stream()
                .map((fault) -> String.valueOf(fault.event().xid()))
                .filter((other) -> !other.equals(String.valueOf(number)))
                .distinct()
                .toList();
        int count = faults.stream().mapToInt((fault) -> fault.event().count()).sum();
        Instant last =
                faults.stream().map(XidLog.Fault::last).max(Instant::compareTo).orElseThrow();
        double first = Duration.between(faults.get(0).event().at(), now).toMillis() / 1000.0;
        double ago = Duration.between(last, now).toMillis() / 1000.0;
        return gpu.finding()
                .as(shown.severity())
                .say("fault", title(number))
                .say("others", others(others))
                .say("meaning", Phrase.of(EventText.meaning(number)))
                .say("count", count, (times) -> Phrases.count((long) times, "time", "times", " 次"))
                .say("ago", Math.max(0, ago), Phrases::duration)
                .advising(action(shown))
                .heldFor(Math.max(0, first))
                .shows(new Phrase("faults in 24 h", "24 小时内的故障"), count, Unit.NONE);
    }
}
