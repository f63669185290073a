package io.gpulse.insight.rule;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.device.Condition;
import io.gpulse.device.GpuState;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Quantities;
import io.gpulse.event.xid.Remedy;
import io.gpulse.event.xid.ResetAdvice;
import io.gpulse.metric.Unit;
import java.time.Duration;
import java.util.Map;

/** GPUs that cannot be read. */
final class UnreachableGpus {

    private static final Map<GpuState, String> LOST = Map.of(
            GpuState.LOST, "rule.gpu-lost.lost",
            GpuState.RESET_REQUIRED, "rule.gpu-lost.reset-required",
            GpuState.ERROR, "rule.gpu-lost.error");

    private UnreachableGpus() {}

    static Verdict lost(GpuRuleContext gpu) {
        Condition condition = gpu.gpu().sample().condition();
        String what = condition.removed() ? "rule.gpu-lost.removed" : LOST.get(condition.state());
        if (what == null || condition.forbidden()) {
            return clear(condition);
        }
        Finding finding = finding(gpu, text("rule.gpu-lost.reasons-differ")).put("what", text(what));
        return condition.removed() ? finding.withSentence(text("rule.gpu-lost.sentence.removed")) : finding;
    }

    static Verdict stuck(GpuRuleContext gpu) {
        Condition condition = gpu.gpu().sample().condition();
        return condition.state() == GpuState.STUCK && !condition.forbidden()
                ? finding(gpu, LocalizedText.NONE)
                : clear(condition);
    }

    private static Verdict clear(Condition condition) {
        return condition.forbidden() ? Verdict.unknown("rule.gpu-lost.forbidden") : Verdict.CLEAR;
    }

    /** @param shared used where the driver's reasons differ between GPUs */
    private static Finding finding(GpuRuleContext gpu, LocalizedText shared) {
        Condition condition = gpu.gpu().sample().condition();
        double seconds = Math.max(
                0, Duration.between(condition.since(), gpu.machine().wall()).toMillis() / 1000.0);
        Remedy remedy = condition.removed() ? Remedy.AFTER_REMOVAL : Remedy.of(condition.state());
        return gpu.finding()
                .put("time", seconds, Quantities::duration)
                .put("detail", reason(condition), shared)
                .withAdvice(ResetAdvice.complete(
                        remedy.with(gpu.mounting().isSoldered()).words()))
                .heldFor(seconds)
                .shows("evidence.for", seconds, Unit.SECONDS);
    }

    private static LocalizedText reason(Condition condition) {
        String detail = condition.detail();
        if (condition.removed()) {
            return text("rule.gpu-lost.not-on-bus");
        }
        return detail == null
                ? text("rule.gpu-lost.no-reason")
                : LocalizedText.of(detail.endsWith(".") ? detail : detail + ".");
    }
}
