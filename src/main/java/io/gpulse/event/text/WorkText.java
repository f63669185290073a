package io.gpulse.event.text;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import io.gpulse.event.xid.Remedy;
import java.util.Map;

/** The texts of processes, clocks, settings and insights. */
final class WorkText {

    private static final Map<String, Remedy> REMEDIES = Map.of(
            "thermal", Remedy.CHECK_COOLING,
            "power-brake", Remedy.CHECK_POWER_SUPPLY,
            "power-limit", Remedy.RAISE_POWER_LIMIT);

    private WorkText() {}

    static EventText of(EventTextBuilder text) {
        switch (text.event().kind()) {
            case CLOCKS -> addClocks(text);
            case P_STATE ->
                addBattery(text.put(EventAttribute.P_STATE, text.attribute(EventAttribute.P_STATE, "?"))
                        .title("p-state.title"));
            case SETTINGS -> addSetting(text);
            case PROCESS_STARTED -> addStarted(text);
            case PROCESS_ENDED -> addEnded(text);
            default -> addInsight(text);
        }
        return text.build();
    }

    private static void addClocks(EventTextBuilder text) {
        String reason = text.attribute(EventAttribute.REASON, "");
        boolean known = REMEDIES.containsKey(reason);
        text.put(EventAttribute.REASON, Messages.text("clocks." + (known ? reason : "unknown")))
                .title(text.has(EventAttribute.SECONDS) ? "clocks.timed" : "clocks.title")
                .detail("clocks.lowest")
                .detail("clocks.limit");
        addBattery(text);
        if (known && !text.has(EventAttribute.ON_BATTERY)) {
            text.action(REMEDIES.get(reason));
        }
    }

    private static void addBattery(EventTextBuilder text) {
        text.detailIf(text.has(EventAttribute.ON_BATTERY), "on-battery");
    }

    private static void addSetting(EventTextBuilder text) {
        text.put(EventAttribute.FROM, text.attribute(EventAttribute.FROM, "?"))
                .put(EventAttribute.TO, text.attribute(EventAttribute.TO, "?"))
                .title(text.event().count() > 1 ? "setting.repeated" : "setting.title")
                .detailIf(text.event().count() > 1, "setting.first");
    }

    private static void addStarted(EventTextBuilder text) {
        text.title(text.has("who") ? "process-started.title" : "process-started.more");
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

    private static void addInsight(EventTextBuilder text) {
        String sentence = text.attribute(EventAttribute.SENTENCE, "");
        text.put(EventAttribute.RULE, text.attribute(EventAttribute.RULE, "?"))
                .put(
                        EventAttribute.SENTENCE,
                        new LocalizedText(sentence, text.attribute(EventAttribute.SENTENCE_ZH, sentence)))
                .title(sentence.isEmpty() ? "insight.unnamed" : "insight.title");
    }
}
