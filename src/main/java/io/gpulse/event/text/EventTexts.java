package io.gpulse.event.text;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import io.gpulse.event.xid.MemoryRepair;
import io.gpulse.event.xid.Outage;
import io.gpulse.event.xid.Precedence;
import io.gpulse.event.xid.RecoveryAction;
import io.gpulse.event.xid.Remedy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The texts of events by kind; those of faults are in {@link FaultText}. */
final class EventTexts {

    private static final List<String> LINK_ERRORS = List.of(
            "failed",
            "recoveries",
            "malformed",
            "overrun",
            "rx",
            "remote",
            "general",
            "integrity",
            "discards",
            "crc",
            "replay");

    /** Reasons of a gap that have a sentence. */
    private static final List<String> GAPS = List.of("restart", "no-rounds", "asleep-or-clock-set");

    private static final Map<String, Remedy> CLOCKS = Map.of(
            "thermal", Remedy.CHECK_COOLING,
            "power-brake", Remedy.CHECK_POWER_SUPPLY,
            "power-limit", Remedy.RAISE_POWER_LIMIT);

    private EventTexts() {}

    static void add(EventTextBuilder text) {
        switch (text.event().kind()) {
            case XID, OPERATIONAL -> FaultText.add(text);
            case GPU_LOST, GPU_STUCK, GPU_FAILED -> addOutage(text);
            case DRIVER_GONE -> addGone(text);
            case DRIVER_RENEWED ->
                text.title("driver-renewed.changed", "driver-renewed.title").reason();
            case ECC_UNCORRECTED ->
                text.put(EventAttribute.GROWTH, text.attribute(EventAttribute.GROWTH, "1"))
                        .title("ecc.title")
                        .detail("ecc.total")
                        .action(Remedy.DRAIN_AND_RESET);
            case MEMORY_REPAIR -> addRepair(text);
            case RECOVERY_ACTION -> addRecovery(text);
            case LINK_ERRORS -> addLinkErrors(text);
            case CLOCKS -> addClocks(text);
            case P_STATE -> text.title("p-state.title");
            case SETTINGS -> addSetting(text);
            case PROCESS_STARTED -> text.title("process-started.title", "process-started.more");
            case PROCESS_ENDED -> addEnded(text);
            case GAP -> addGap(text);
            case INSIGHT -> addInsight(text);
            case GPULSE_STARTED -> text.title("gpulse-started.title");
        }
    }

    private static void addOutage(EventTextBuilder text) {
        Outage outage = Outage.of(text.event());
        text.title(Messages.text(outage)).reason().action(outage.remedy(), outage.precedence());
    }

    private static void addGone(EventTextBuilder text) {
        if (text.event().severity() == Severity.INFO) {
            text.title("driver-gone.no-gpu").reason();
        } else {
            text.title("driver-gone.title").reason().action(Messages.text("driver-gone.action"));
        }
    }

    /** The title is that of the worst repair. */
    private static void addRepair(EventTextBuilder text) {
        List<MemoryRepair> repairs = repairs(text);
        text.put(
                        "repair",
                        repairs.isEmpty()
                                ? Messages.text("repair.unknown")
                                : repairs.get(0).words())
                .title("repair.title")
                .action(repairs.isEmpty() ? Remedy.NOTHING : repairs.get(0).remedy());
        repairs.stream().skip(1).forEach((other) -> text.detail(other.words().sentence()));
    }

    private static List<MemoryRepair> repairs(EventTextBuilder text) {
        return Arrays.stream(MemoryRepair.values())
                .filter((repair) -> text.has(repair.fact()))
                .toList();
    }

    /** Adds the repairs that a fault has caused, and those that failed to the advice. */
    static void addRepairs(EventTextBuilder fault, Remedy given) {
        List<MemoryRepair> repairs = repairs(fault);
        repairs.forEach((one) -> fault.detail(one.words().sentence()));
        if (!repairs.isEmpty() && repairs.get(0).remedy() == Remedy.CONTACT_VENDOR && given != Remedy.CONTACT_VENDOR) {
            fault.action(Remedy.CONTACT_VENDOR);
        }
    }

    private static void addRecovery(EventTextBuilder text) {
        RecoveryAction.of(Long.parseLong(text.attribute(EventAttribute.ACTION, "-1")))
                .ifPresentOrElse(
                        (action) -> text.put("action", action.words())
                                .title("recovery.title")
                                .action(action.sentence(), action.precedence()),
                        () -> text.title("recovery.unknown"));
    }

    private static void addLinkErrors(EventTextBuilder text) {
        List<LocalizedText> errors = LINK_ERRORS.stream()
                .filter(text::has)
                .map((error) -> Messages.text("link." + error, Map.of("n", text.attribute(error, ""))))
                .toList();
        LocalizedText all =
                errors.isEmpty() ? Messages.text("link.errors") : LocalizedText.join(LocalizedText.COMMA, errors);
        text.put("errors", all).title("link.title");
        if (text.has("failed")) {
            text.action(Remedy.RESET_AND_CHECK_LINK.words(), Precedence.LINK_FAILED);
        } else {
            text.action(Messages.text("link.watch"), Precedence.LINK_ERRORS);
        }
    }

    private static void addClocks(EventTextBuilder text) {
        String reason = text.attribute(EventAttribute.REASON, "");
        Remedy remedy = CLOCKS.get(reason);
        text.put(EventAttribute.REASON, Messages.text("clocks." + (remedy == null ? "unknown" : reason)))
                .title(text.has(EventAttribute.SECONDS) ? "clocks.timed" : "clocks.title")
                .detail("clocks.lowest")
                .detail("clocks.limit")
                .action(remedy == null || text.has(EventAttribute.ON_BATTERY) ? Remedy.NOTHING : remedy);
    }

    private static void addSetting(EventTextBuilder text) {
        boolean repeated = text.event().count() > 1;
        text.title(repeated ? "setting.repeated" : "setting.title").detailIf(repeated, "setting.first");
    }

    private static void addEnded(EventTextBuilder text) {
        if (!text.has("who")) {
            text.title("process-ended.more");
            return;
        }
        String remaining = text.attribute(EventAttribute.REMAINING_GPUS, "");
        text.put("after", text.has("time") ? text.filled("process-ended.after") : LocalizedText.NONE)
                .put("remaining", EventTextBuilder.gpus(remaining))
                .put("rest", remaining.isEmpty() ? LocalizedText.NONE : text.filled("process-ended.rest"))
                .title("process-ended.title");
    }

    private static void addGap(EventTextBuilder text) {
        String reason = text.attribute(EventAttribute.REASON, "");
        text.title("gap.timed", "gap.title").detailIf(GAPS.contains(reason), "gap." + reason);
    }

    private static void addInsight(EventTextBuilder text) {
        String sentence = text.attribute(EventAttribute.SENTENCE, "");
        String chinese = text.attribute(EventAttribute.SENTENCE_ZH, sentence);
        text.put(EventAttribute.SENTENCE, new LocalizedText(sentence, chinese))
                .title(sentence.isEmpty() ? "insight.unnamed" : "insight.title");
    }
}
