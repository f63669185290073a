package io.gpulse.insight.rule;

import io.gpulse.device.SourceKind;
import io.gpulse.event.Severity;
import io.gpulse.insight.window.MachineWindow;
import io.gpulse.insight.window.XidLog;
import io.gpulse.metric.Unit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Faults that the driver has reported by number. */
final class ReportedFaults {

    private static final Verdict UNHEARD =
            new Verdict.Unknown(new Phrase("the driver does not report faults to gpulse", "驱动未向 gpulse 报告故障"));

    private ReportedFaults() {}

    static Verdict check(Case gpu) {
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

    private static Finding finding(Case gpu, List<XidLog.Fault> faults, Instant now) {
        List<String> numbers = faults.stream()
                .map((fault) -> String.valueOf(fault.event().xid()))
                .distinct()
                .toList();
        int count = faults.stream().mapToInt((fault) -> fault.event().count()).sum();
        Instant last =
                faults.stream().map(XidLog.Fault::last).max(Instant::compareTo).orElseThrow();
        Severity worst =
                faults.stream().map((fault) -> fault.event().severity()).reduce(Severity.INFO, Severity::max);
        double first = Duration.between(faults.get(0).event().at(), now).toMillis() / 1000.0;
        double ago = Duration.between(last, now).toMillis() / 1000.0;
        return gpu.finding()
                .as(worst)
                .say("xids", new Phrase(String.join(", ", numbers), String.join("、", numbers)))
                .say("count", Phrases.count(count, "time", "times", " 次"))
                .say("ago", Phrases.duration(Math.max(0, ago)))
                .heldFor(Math.max(0, first))
                .shows(new Phrase("faults in 24 h", "24 小时内的故障"), count, Unit.NONE);
    }
}
