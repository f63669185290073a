package io.gpulse.insight.rule;

import io.gpulse.device.GpuState;
import io.gpulse.device.Readings;
import io.gpulse.insight.window.GpuWindow;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Why a rule cannot say anything. */
final class Absences {

    private static final Map<Reason, Phrase> REASONS = Map.ofEntries(
            Map.entry(Reason.NOT_SUPPORTED, new Phrase("is not supported", "不支持")),
            Map.entry(Reason.NO_PERMISSION, new Phrase("is not shown to gpulse without more rights", "未授权读取")),
            Map.entry(Reason.DRIVER_TOO_OLD, new Phrase("is not reported by this driver: it is too old", "驱动版本过旧")),
            Map.entry(Reason.DEPRECATED, new Phrase("is no longer reported by this driver", "驱动不再提供")),
            Map.entry(Reason.MIG_ENABLED, new Phrase("is reported per MIG instance only", "仅按 MIG 实例提供")),
            Map.entry(Reason.HIDDEN, new Phrase("is hidden by configuration", "已被配置隐藏")),
            Map.entry(Reason.GPU_LOST, new Phrase("is not reported: the GPU is lost", "GPU 已丢失")),
            Map.entry(Reason.TIMED_OUT, new Phrase("was not reported in time", "读取超时")),
            Map.entry(Reason.NO_DATA, new Phrase("was not reported yet", "尚无数据")),
            Map.entry(Reason.IMPLAUSIBLE, new Phrase("is reported as a number that cannot be", "驱动返回不可能的数值")),
            Map.entry(Reason.ERROR, new Phrase("is answered with an error by the driver", "驱动返回错误")));

    private static final Map<GpuState, Phrase> STATES = Map.of(
            GpuState.ATTACHING, new Phrase("the GPU has not answered yet", "GPU 尚未应答"),
            GpuState.LOST, new Phrase("the GPU is lost", "GPU 已丢失"),
            GpuState.STUCK, new Phrase("the GPU does not answer", "GPU 无应答"),
            GpuState.RESET_REQUIRED, new Phrase("the GPU has to be reset", "GPU 需要重置"),
            GpuState.ERROR, new Phrase("the GPU cannot be read", "GPU 无法读取"),
            GpuState.SLEEPING, new Phrase("the GPU sleeps", "GPU 处于休眠状态"));

    private Absences() {}

    /** Why a GPU cannot be judged by these rows; empty when it can. The words name no GPU: equal ones are told once. */
    static Optional<Phrase> of(GpuWindow gpu, List<Metric> needed) {
        Phrase state = STATES.get(gpu.sample().state());
        return state != null
                ? Optional.of(state)
                : of(gpu.sample().readings(), needed).or(() -> cached(gpu, needed));
    }

    /** Where memory of a GPU is memory of the machine too, the kernel's cache counts as used. */
    private static Optional<Phrase> cached(GpuWindow gpu, List<Metric> needed) {
        boolean counts = needed.contains(Metric.MEMORY_USED)
                && gpu.sample().readings().word(Metric.NUMA_NODE).isPresent();
        return counts
                ? Optional.of(new Phrase("the kernel's cache counts as used memory here", "此处内核缓存计入已用显存"))
                : Optional.empty();
    }

    /** Why nothing can be judged by these rows; empty when it can. */
    static Optional<Phrase> of(Readings readings, List<Metric> needed) {
        return needed.stream()
                .flatMap((metric) -> reason(readings, metric).map((reason) -> missing(metric, reason)).stream())
                .findFirst();
    }

    /** Why nothing can be judged by any of these rows; empty when it can by one. */
    static Optional<Phrase> ofAll(Readings readings, List<Metric> signs) {
        return signs.stream().anyMatch((sign) -> reason(readings, sign).isEmpty())
                ? Optional.empty()
                : of(readings, signs);
    }

    private static Optional<Reason> reason(Readings readings, Metric metric) {
        Reading reading = readings.of(metric).orElse(Reading.absent(Reason.NO_DATA));
        return reading instanceof Reading.Absent absent ? Optional.of(absent.reason()) : Optional.empty();
    }

    private static Phrase missing(Metric metric, Reason reason) {
        Phrase why = Objects.requireNonNull(REASONS.get(reason));
        return new Phrase("needs " + metric.key() + ", which " + why.en(), "需要 " + metric.key() + "（" + why.zh() + "）");
    }
}
