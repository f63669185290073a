package io.gpulse.event.text;

import io.gpulse.device.GpuState;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Severity;
import io.gpulse.event.xid.LocalizedText;
import io.gpulse.event.xid.Remedy;
import org.jspecify.annotations.Nullable;

/** What is said of how GPUs, the driver and gpulse stand. */
final class StateText {

    private StateText() {}

    static EventText of(GpuEvent event) {
        return switch (event.kind()) {
            case GPU_LOST -> lost(event);
            case GPU_STUCK ->
                state(event, (EventPhrases.several(event) ? "do" : "does") + " not answer", "没有响应")
                        .action(Remedy.of(GpuState.STUCK));
            case GPU_FAILED -> failed(event);
            case DRIVER_GONE -> gone(event).detail(EventPhrases.reason(event));
            case DRIVER_RENEWED -> renewed(event).detail(EventPhrases.reason(event));
            case GAP -> gap(event);
            default -> EventText.of("gpulse started", "gpulse 已启动");
        };
    }

    private static EventText lost(GpuEvent event) {
        boolean several = EventPhrases.several(event);
        return "removed".equals(event.facts().get(EventAttribute.BUS))
                ? state(event, (several ? "were" : "was") + " removed", "已被移除")
                        .action(EventPhrases.remedy(event, Remedy.AFTER_REMOVAL))
                : state(event, (several ? "have" : "has") + " fallen off the bus", "已从总线掉线")
                        .action(EventPhrases.remedy(event, Remedy.of(GpuState.LOST)));
    }

    private static EventText state(GpuEvent event, String en, String zh) {
        LocalizedText gpus = EventPhrases.gpus(event);
        return EventText.of(gpus.en() + " " + en, gpus.zh() + " " + zh).detail(EventPhrases.reason(event));
    }

    private static EventText failed(GpuEvent event) {
        return "RESET_REQUIRED".equals(event.facts().get(EventAttribute.STATE))
                ? state(event, "must be reset", "需要重置").action(Remedy.of(GpuState.RESET_REQUIRED))
                : state(event, "cannot be read", "无法读取").action(Remedy.of(GpuState.ERROR));
    }

    private static EventText gone(GpuEvent event) {
        return event.severity() == Severity.INFO
                ? EventText.of("No GPU was found", "未找到 GPU")
                : EventText.of("The driver does not answer", "驱动没有响应")
                        .action(new LocalizedText("Look at the driver: nvidia-smi, dmesg.", "请检查驱动：nvidia-smi、dmesg。"));
    }

    private static EventText renewed(GpuEvent event) {
        String from = event.facts().get(EventAttribute.FROM);
        String to = event.facts().get(EventAttribute.TO);
        return from == null || to == null
                ? EventText.of("The session with the driver was renewed", "与驱动的会话已重新建立")
                : EventText.of("The driver was changed from " + from + " to " + to, "驱动已从 " + from + " 更换为 " + to);
    }

    private static EventText gap(GpuEvent event) {
        LocalizedText time = EventPhrases.time(event);
        EventText title = time == null
                ? EventText.of("No samples", "没有采样")
                : EventText.of(time.en() + " without samples", time.zh() + "没有采样");
        return title.detail(why(event.facts().getOrDefault(EventAttribute.REASON, "")));
    }

    private static @Nullable LocalizedText why(String reason) {
        return switch (reason) {
            case "restart" -> new LocalizedText("gpulse was not running.", "gpulse 未运行。");
            case "no-rounds" ->
                new LocalizedText("gpulse could not finish a round in that time.", "gpulse 在此期间未能完成采样。");
            case "asleep-or-clock-set" ->
                new LocalizedText("The machine slept, or its clock was set.", "机器曾处于睡眠状态，或其时钟被调整。");
            default -> null;
        };
    }
}
