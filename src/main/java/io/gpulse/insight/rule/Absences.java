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

    private static final Map<Reason, Phrase> REASONS = Map.of(
            Reason.NOT_SUPPORTED, new Phrase("does not have", "不支持"),
            Reason.NO_PERMISSION, new Phrase("does not show to gpulse without more rights", "未授权读取"),
            Reason.DRIVER_TOO_OLD, new Phrase("does not report with this driver: it is too old", "驱动版本过旧"),
            Reason.DEPRECATED, new Phrase("no longer reports with this driver", "驱动不再提供"),
            Reason.MIG_ENABLED, new Phrase("reports per MIG instance only", "仅按 MIG 实例提供"),
            Reason.HIDDEN, new Phrase("does not show: gpulse is configured to hide it", "已被配置隐藏"),
            Reason.GPU_LOST, new Phrase("does not report: it is lost", "GPU 已丢失"),
            Reason.TIMED_OUT, new Phrase("did not report in time", "读取超时"),
            Reason.NO_DATA, new Phrase("has not reported yet", "尚无数据"),
            Reason.ERROR, new Phrase("does not report: the driver answers with an error", "驱动返回错误"));

    private static final Map<GpuState, Phrase> STATES = Map.of(
            GpuState.ATTACHING, new Phrase("has not answered yet", "尚未应答"),
            GpuState.LOST, new Phrase("is lost", "已丢失"),
            GpuState.STUCK, new Phrase("does not answer", "无应答"),
            GpuState.RESET_REQUIRED, new Phrase("has to be reset", "需要重置"),
            GpuState.ERROR, new Phrase("cannot be read", "无法读取"));

    private Absences() {}

    /** Why a GPU cannot be judged by these rows; empty when it can. */
    static Optional<Phrase> of(GpuWindow gpu, List<Metric> needed) {
        Phrase state = STATES.get(gpu.sample().state());
        Phrase name = Phrases.gpus(List.of(gpu.index()));
        if (state != null) {
            return Optional.of(new Phrase(name.en() + " " + state.en(), name.zh() + " " + state.zh()));
        }
        return of(gpu.sample().readings(), needed, name).or(() -> cached(gpu, needed));
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
    static Optional<Phrase> of(Readings readings, List<Metric> needed, Phrase whose) {
        return needed.stream()
                .flatMap((metric) -> reason(readings, metric).map((reason) -> missing(metric, whose, reason)).stream())
                .findFirst();
    }

    private static Optional<Reason> reason(Readings readings, Metric metric) {
        Reading reading = readings.of(metric).orElse(Reading.absent(Reason.NO_DATA));
        return reading instanceof Reading.Absent absent ? Optional.of(absent.reason()) : Optional.empty();
    }

    static Phrase missing(Metric metric, Phrase whose, Reason reason) {
        Phrase why = Objects.requireNonNull(REASONS.get(reason));
        return new Phrase(
                "needs " + metric.key() + ", which " + whose.en() + " " + why.en(),
                "需要 " + metric.key() + "，" + whose.zh() + " 未提供（" + why.zh() + "）");
    }
}
