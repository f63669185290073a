package io.gpulse.insight.rule;

import io.gpulse.device.Condition;
import io.gpulse.device.GpuState;
import io.gpulse.event.xid.Remedy;
import io.gpulse.metric.Unit;
import java.time.Duration;
import java.util.Map;

/** GPUs that cannot be looked at. */
final class UnreachableGpus {

    private static final Map<GpuState, Phrase> LOST = Map.of(
            GpuState.LOST, new Phrase("{has|have} fallen off the bus", "已从总线掉线"),
            GpuState.RESET_REQUIRED, new Phrase("{has|have} to be reset", "需要重置"),
            GpuState.ERROR, new Phrase("cannot be read: the driver refuses it", "无法读取：驱动拒绝访问"));

    private static final Phrase REMOVED = new Phrase("{was|were} removed", "已被移除");

    private static final Phrase REMOVED_AGO =
            new Phrase("{gpu} {was|were} removed {time} ago.", "{gpu} 已于 {time}前被移除。");

    private static final Phrase GONE = new Phrase("The PCI bus no longer lists it.", "PCI 总线已不再列出该 GPU。");

    private static final Map<GpuState, Phrase> STUCK = Map.of(GpuState.STUCK, new Phrase("does not answer", "无应答"));

    private static final Verdict FORBIDDEN = new Verdict.Unknown(
            new Phrase("the driver does not show it to gpulse without more rights", "驱动未授权 gpulse 访问该 GPU"));

    private UnreachableGpus() {}

    static Verdict lost(GpuRuleContext gpu) {
        return check(gpu, LOST, new Phrase("The driver's reasons differ.", "各 GPU 的驱动说明不同。"));
    }

    static Verdict stuck(GpuRuleContext gpu) {
        return check(gpu, STUCK, Phrase.NONE);
    }

    private static Phrase reason(Condition condition) {
        String detail = condition.detail();
        if (condition.removed()) {
            return GONE;
        }
        return detail == null
                ? new Phrase("The driver says no more.", "驱动没有更多说明。")
                : Phrase.of(detail.endsWith(".") ? detail : detail + ".");
    }

    /** @param otherwise printed where the driver's own words differ between GPUs */
    private static Verdict check(GpuRuleContext gpu, Map<GpuState, Phrase> states, Phrase otherwise) {
        Condition condition = gpu.gpu().sample().condition();
        if (condition.forbidden()) {
            return FORBIDDEN;
        }
        Phrase what = condition.removed() && states == LOST ? REMOVED : states.get(condition.state());
        if (what == null) {
            return Verdict.CLEAR;
        }
        double seconds = Math.max(
                0, Duration.between(condition.since(), gpu.machine().wall()).toMillis() / 1000.0);
        return gpu.finding()
                .saying(what == REMOVED ? REMOVED_AGO : null)
                .say("what", what)
                .say("time", seconds, Phrases::duration)
                .say("detail", reason(condition), otherwise)
                .advising(Phrases.advice((condition.removed() ? Remedy.AFTER_REMOVAL : Remedy.of(condition.state()))
                        .with(gpu.mounting().isSoldered())))
                .heldFor(seconds)
                .shows(new Phrase("for", "持续"), seconds, Unit.SECONDS);
    }
}
