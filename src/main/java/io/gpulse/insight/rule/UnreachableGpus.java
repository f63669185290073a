package io.gpulse.insight.rule;

import io.gpulse.device.Condition;
import io.gpulse.device.GpuState;
import io.gpulse.metric.Unit;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** GPUs that cannot be looked at. */
final class UnreachableGpus {

    private static final Map<GpuState, Phrase> LOST = Map.of(
            GpuState.LOST, new Phrase("has fallen off the bus", "已从总线掉线"),
            GpuState.RESET_REQUIRED, new Phrase("has to be reset", "需要重置"),
            GpuState.ERROR, new Phrase("cannot be read: the driver refuses it", "无法读取：驱动拒绝访问"));

    private static final Phrase REMOVED = new Phrase("was removed", "已被移除");

    private static final Phrase GONE = new Phrase(
            "The PCI bus no longer lists it. If it was removed on purpose, nothing needs to be done.",
            "PCI 总线已不再列出该 GPU。如系有意移除，则无需处理。");

    private static final Map<GpuState, Phrase> STUCK = Map.of(GpuState.STUCK, new Phrase("does not answer", "无应答"));

    private static final Verdict FORBIDDEN = new Verdict.Unknown(
            new Phrase("the driver does not show it to gpulse without more rights", "驱动未授权 gpulse 访问该 GPU"));

    private UnreachableGpus() {}

    static Verdict lost(Case gpu) {
        return check(gpu, LOST);
    }

    static Verdict stuck(Case gpu) {
        return check(gpu, STUCK);
    }

    private static Phrase reason(@Nullable String detail) {
        return detail == null
                ? new Phrase("The driver says no more.", "驱动没有更多说明。")
                : Phrase.of(detail.endsWith(".") ? detail : detail + ".");
    }

    private static Verdict check(Case gpu, Map<GpuState, Phrase> states) {
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
                .say("what", what)
                .say("time", Phrases.duration(seconds))
                .say("detail", condition.removed() ? GONE : reason(condition.detail()))
                .heldFor(seconds)
                .shows(new Phrase("for", "持续"), seconds, Unit.SECONDS);
    }
}
