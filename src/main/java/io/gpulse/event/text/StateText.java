package io.gpulse.event.text;

import io.gpulse.device.GpuState;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import io.gpulse.event.xid.Remedy;
import java.util.List;

/** The texts of the states of GPUs, of the driver and of gpulse. */
final class StateText {

    /** Reasons of a gap that have a sentence. */
    private static final List<String> REASONS = List.of("restart", "no-rounds", "asleep-or-clock-set");

    private StateText() {}

    static EventText of(EventTextBuilder text) {
        switch (text.event().kind()) {
            case GPU_LOST -> addLost(text);
            case GPU_STUCK -> addReason(text.title("gpu-stuck.title").action(Remedy.of(GpuState.STUCK)));
            case GPU_FAILED -> addFailed(text);
            case DRIVER_GONE -> addGone(text);
            case DRIVER_RENEWED -> {
                boolean changed = text.has(EventAttribute.FROM) && text.has(EventAttribute.TO);
                addReason(text.title(changed ? "driver-renewed.changed" : "driver-renewed.title"));
            }
            case GAP -> addGap(text);
            default -> text.title("gpulse-started.title");
        }
        return text.build();
    }

    private static void addLost(EventTextBuilder text) {
        boolean removed = text.attribute(EventAttribute.BUS, "").equals("removed");
        addReason(text.title(removed ? "gpu-lost.removed" : "gpu-lost.title")
                .action(removed ? Remedy.AFTER_REMOVAL : Remedy.of(GpuState.LOST)));
    }

    private static void addFailed(EventTextBuilder text) {
        boolean reset = text.attribute(EventAttribute.STATE, "").equals(GpuState.RESET_REQUIRED.name());
        addReason(text.title(reset ? "gpu-failed.reset-required" : "gpu-failed.title")
                .action(Remedy.of(reset ? GpuState.RESET_REQUIRED : GpuState.ERROR)));
    }

    private static void addGone(EventTextBuilder text) {
        if (text.event().severity() == Severity.INFO) {
            addReason(text.title("driver-gone.no-gpu"));
        } else {
            addReason(text.title("driver-gone.title").action(Messages.text("driver-gone.action")));
        }
    }

    private static void addGap(EventTextBuilder text) {
        String reason = text.attribute(EventAttribute.REASON, "");
        text.title(text.has("time") ? "gap.timed" : "gap.title").detailIf(REASONS.contains(reason), "gap." + reason);
    }

    /** Adds the reason of the driver or of gpulse, which is not translated. */
    private static void addReason(EventTextBuilder text) {
        String reason = text.attribute(EventAttribute.REASON, "");
        if (!reason.isBlank()) {
            text.detail(LocalizedText.of(reason));
        }
    }
}
