package io.gpulse.insight.rule;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.device.Condition;
import io.gpulse.device.GpuSample;
import io.gpulse.device.HostSample;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.event.EventKind;
import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Quantities;
import io.gpulse.event.xid.Outage;
import io.gpulse.event.xid.Precedence;
import io.gpulse.event.xid.Remedy;
import io.gpulse.event.xid.RepairAction;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Spelling;
import io.gpulse.metric.Unit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** GPUs that cannot be read, and those that the PCI bus lists and the driver does not. */
final class MissingGpus {

    /** The causes of a lost GPU. */
    static final List<String> LOST = Stream.concat(
                    Arrays.stream(Outage.values())
                            .filter((outage) -> outage.kind() != EventKind.GPU_STUCK)
                            .map(Spelling::dashed),
                    Stream.of("no-driver"))
            .toList();

    private MissingGpus() {}

    static Verdict lost(GpuRuleContext gpu) {
        Condition condition = gpu.gpu().sample().condition();
        Source source = gpu.machine().latest().source();
        if (Outage.isOfDriver(condition, source)) {
            return withoutDriver(gpu, String.valueOf(source.reason()));
        }
        return Outage.of(condition)
                .filter((outage) -> outage.kind() != EventKind.GPU_STUCK)
                .<Verdict>map((outage) -> lost(gpu, outage))
                .orElseGet(() -> clear(condition));
    }

    private static Finding lost(GpuRuleContext gpu, Outage outage) {
        return named(unreachable(gpu, outage, text("rule.gpu-lost.reasons-differ")), Spelling.dashed(outage));
    }

    private static Finding named(Finding lost, String what) {
        return lost.put("what", text("rule.gpu-lost." + what)).put("brief", text("rule.gpu-lost.short." + what));
    }

    /** The session with the driver may only be renewed. */
    private static Verdict withoutDriver(GpuRuleContext gpu, String reason) {
        double seconds = gpu.secondsSince(gpu.gpu().sample().condition().since());
        return seconds < Outage.LONGEST_RENEWAL.toSeconds()
                ? Verdict.unknown("rule.gpu-lost.no-driver")
                : named(unreachable(gpu, Outage.ERROR, LocalizedText.NONE), "no-driver")
                        .because("no-driver")
                        .put("detail", stopped(reason))
                        .withAdvice(text("rule.gpu-lost.advice.no-driver"), Precedence.UNREAD, RepairAction.NONE);
    }

    static Verdict stuck(GpuRuleContext gpu) {
        Condition condition = gpu.gpu().sample().condition();
        Outage outage = Outage.of(condition).orElse(null);
        if (outage == Outage.SLOW) {
            return unreachable(gpu, outage, LocalizedText.NONE)
                    .withSentence(text("rule.gpu-stuck.sentence.slow"))
                    .withShort(text("rule.gpu-stuck.short.slow"))
                    .withCause(text("rule.gpu-stuck.cause.slow"));
        }
        if (Outage.isStarting(gpu.gpu().sample(), gpu.machine().wall())) {
            return Verdict.unknown("rule.gpu-stuck.starting");
        }
        return outage == Outage.STUCK ? unreachable(gpu, outage, LocalizedText.NONE) : clear(condition);
    }

    private static Verdict clear(Condition condition) {
        if (condition.outdated()) {
            return Verdict.unknown("rule.gpu-lost.outdated");
        }
        return condition.forbidden() ? Verdict.unknown("rule.gpu-lost.forbidden") : Verdict.CLEAR;
    }

    /** @param shared used where the driver's reasons differ between GPUs */
    private static Finding unreachable(GpuRuleContext gpu, Outage outage, LocalizedText shared) {
        Condition condition = gpu.gpu().sample().condition();
        double seconds = gpu.secondsSince(condition.since());
        Remedy remedy = outage.remedy().with(gpu.mounting().isSoldered());
        return gpu.finding()
                .put("detail", reason(condition), shared)
                .withSeverity(outage.severity())
                .because(Spelling.dashed(outage))
                .withAdvice(remedy.words(), outage.precedence(), remedy.action())
                .heldFor(seconds)
                .shows("evidence.for", seconds, Unit.SECONDS);
    }

    private static LocalizedText reason(Condition condition) {
        String detail = condition.detail();
        if (condition.removed()) {
            return text("rule.gpu-lost.not-on-bus");
        }
        return detail == null ? text("rule.gpu-lost.no-reason") : stopped(detail);
    }

    private static LocalizedText stopped(String reason) {
        return LocalizedText.of(reason.endsWith(".") ? reason : reason + ".");
    }

    static void missing(HostRuleContext machine, CheckResult result) {
        Snapshot latest = machine.window().latest();
        boolean simulated = latest.source().simulated();
        if (simulated || !machine.window().looksForGpus()) {
            result.unchecked(text("rule.gpu-missing." + (simulated ? "simulated" : "not-sampled")));
            return;
        }
        if (latest.source().hangs() && latest.gpus().isEmpty()) {
            result.add(hanging(machine.finding("machine", List.of()), latest.source()));
            return;
        }
        double onBus = machine.host(Metric.HOST_GPUS_ON_BUS);
        int listed = latest.gpus().size();
        if (onBus > listed) {
            List<String> addresses = missing(latest);
            boolean areKnown = addresses.size() == onBus - listed;
            result.add(explain(
                            machine.finding("machine", List.of()),
                            latest,
                            machine.window().mostListed() > listed)
                    .put("bus", Quantities.count(onBus))
                    .put("listed", Quantities.count(listed))
                    .put("missing", Quantities.count(onBus - listed))
                    .put("addresses", LocalizedText.of(String.join(", ", addresses)))
                    .withSentence(text(areKnown ? "rule.gpu-missing.sentence.which" : "rule.gpu-missing.sentence"))
                    .shows(Metric.HOST_GPUS_ON_BUS, "evidence.on-bus", onBus)
                    .shows("evidence.listed", listed, Unit.NONE));
        }
    }

    private static Finding hanging(Finding finding, Source source) {
        Remedy remedy = Outage.STUCK.remedy();
        return finding.because("driver-hangs")
                .withSentence(text("driver-gone.title").inTense(false).sentence())
                .withShort(text("driver-gone.title").inTense(false))
                .withCause(LocalizedText.of(String.valueOf(source.reason())))
                .withAdvice(remedy.words(), Outage.STUCK.precedence(), remedy.action());
    }

    /** Returns the addresses on the PCI bus, without the domain, that no GPU of the driver has. */
    private static List<String> missing(Snapshot latest) {
        HostSample host = latest.host();
        List<String> onBus = host == null ? List.of() : host.parts().gpus();
        return onBus.stream()
                .filter((address) -> latest.gpus().stream()
                        .map(GpuSample::identity)
                        .noneMatch((gpu) -> gpu != null
                                && gpu.pciBusId().toLowerCase(Locale.ROOT).endsWith(":" + address)))
                .toList();
    }

    /** @param wasListed whether a GPU was listed before: it may return after a reset; others may need another driver */
    private static Finding explain(Finding finding, Snapshot latest, boolean wasListed) {
        if (latest.source().kind() == SourceKind.NONE) {
            return finding.withSeverity(Severity.WARNING)
                    .because("no-driver")
                    .withShort(text("rule.gpu-missing.short.no-driver"))
                    .withCause(LocalizedText.of(String.valueOf(latest.source().reason())))
                    .withAdvice(text("rule.gpu-missing.advice.no-driver"), Precedence.UNREAD, RepairAction.NONE);
        }
        return wasListed
                ? finding
                : finding.withSeverity(Severity.WARNING)
                        .because("never-listed")
                        .withCause(text("rule.gpu-missing.cause.never-listed"))
                        .withAdvice(text("rule.gpu-missing.advice.never-listed"), Precedence.UNREAD, RepairAction.NONE);
    }
}
