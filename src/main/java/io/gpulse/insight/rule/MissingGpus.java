package io.gpulse.insight.rule;

import static io.gpulse.event.message.Messages.text;
import static io.gpulse.metric.Metric.HOST_GPUS_ON_BUS;

import io.gpulse.device.SourceKind;
import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Quantities;
import io.gpulse.insight.window.MachineWindow;
import io.gpulse.metric.Unit;
import java.util.List;

/** GPUs that the PCI bus lists and the driver does not. */
final class MissingGpus {

    private MissingGpus() {}

    static void check(MachineWindow machine, Thresholds thresholds, CheckResult result) {
        if (machine.latest().source().simulated() || !machine.looksForGpus()) {
            boolean simulated = machine.latest().source().simulated();
            result.unchecked(text("rule.gpu-missing." + (simulated ? "simulated" : "not-sampled")));
            return;
        }
        HostRuleContext host = new HostRuleContext(machine, thresholds);
        double onBus = host.host(HOST_GPUS_ON_BUS);
        int listed = machine.latest().gpus().size();
        if (onBus > listed) {
            result.add(explain(machine, host.finding("machine", List.of()))
                    .put("bus", Quantities.count(onBus))
                    .put("listed", Quantities.count(listed))
                    .put("missing", Quantities.count(onBus - listed))
                    .shows(HOST_GPUS_ON_BUS, "evidence.on-bus", onBus)
                    .shows("evidence.listed", listed, Unit.NONE));
        }
    }

    /** A GPU that was listed before may return after a reset; one that never was may need another driver. */
    private static Finding explain(MachineWindow machine, Finding finding) {
        if (machine.latest().source().kind() == SourceKind.NONE) {
            return finding.withSeverity(Severity.WARNING)
                    .withCause(LocalizedText.of(
                            String.valueOf(machine.latest().source().reason())))
                    .withAdvice(text("rule.gpu-missing.advice.no-driver"));
        }
        return machine.mostListed() > machine.latest().gpus().size()
                ? finding
                : finding.withSeverity(Severity.WARNING)
                        .withCause(text("rule.gpu-missing.cause.never-listed"))
                        .withAdvice(text("rule.gpu-missing.advice.never-listed"));
    }
}
