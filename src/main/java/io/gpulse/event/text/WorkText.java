package io.gpulse.event.text;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.xid.LocalizedText;
import io.gpulse.event.xid.Remedy;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is said of work, and of how fast it is let go. */
final class WorkText {

    private static final Map<String, LocalizedText> HELD_BACK = Map.of(
            "thermal", new LocalizedText("heat", "温度"),
            "power-brake", new LocalizedText("the machine's power supply", "机器供电"),
            "power-limit", new LocalizedText("a lowered power limit", "被调低的功率上限"));

    private WorkText() {}

    static EventText of(GpuEvent event) {
        return switch (event.kind()) {
            case CLOCKS -> clocks(event);
            case P_STATE -> state(event);
            case SETTINGS -> setting(event);
            case PROCESS_STARTED -> started(event);
            case PROCESS_ENDED -> ended(event);
            default -> insight(event);
        };
    }

    private static EventText clocks(GpuEvent event) {
        Map<String, String> facts = event.facts();
        LocalizedText reason = HELD_BACK.getOrDefault(
                facts.getOrDefault(EventAttribute.REASON, ""), new LocalizedText("a reason that is not known", "未知原因"));
        LocalizedText time = facts.containsKey(EventAttribute.SECONDS) ? EventPhrases.time(event) : null;
        EventText text = EventPhrases.about(
                event,
                "clocks held back by " + reason.en() + (time == null ? "" : " for " + time.en()),
                "时钟因" + reason.zh() + "受限" + (time == null ? "" : "，共 " + time.zh()));
        return text.detail(clock(facts.get(EventAttribute.LOWEST_SM_CLOCK)))
                .detail(limit(facts.get(EventAttribute.LIMIT), facts.get(EventAttribute.DEFAULT_LIMIT)))
                .detail(EventPhrases.battery(event))
                .action(
                        facts.containsKey(EventAttribute.ON_BATTERY)
                                ? null
                                : help(facts.getOrDefault(EventAttribute.REASON, "")));
    }

    private static @Nullable LocalizedText clock(@Nullable String lowest) {
        return lowest == null
                ? null
                : new LocalizedText("The SM clock went down to " + lowest + " MHz.", "SM 时钟最低降至 " + lowest + " MHz。");
    }

    private static @Nullable LocalizedText limit(@Nullable String limit, @Nullable String usual) {
        return limit == null || usual == null
                ? null
                : new LocalizedText(
                        "The power limit is " + limit + " W, by default " + usual + " W.",
                        "功率上限为 " + limit + " W，默认为 " + usual + " W。");
    }

    private static @Nullable LocalizedText help(String reason) {
        return switch (reason) {
            case "thermal" -> Remedy.CHECK_COOLING.words();
            case "power-brake" -> Remedy.CHECK_POWER_SUPPLY.words();
            case "power-limit" -> Remedy.RAISE_POWER_LIMIT.words();
            default -> null;
        };
    }

    private static EventText state(GpuEvent event) {
        String state = event.facts().getOrDefault(EventAttribute.P_STATE, "?");
        return EventPhrases.about(event, "in " + state + " under load", "负载下处于 " + state)
                .detail(EventPhrases.battery(event));
    }

    private static EventText setting(GpuEvent event) {
        String from = event.facts().getOrDefault(EventAttribute.FROM, "?");
        String to = event.facts().getOrDefault(EventAttribute.TO, "?");
        if (event.count() > 1) {
            return EventPhrases.about(
                            event,
                            "power limit changed " + event.count() + " times, last to " + to + " W",
                            "功率上限更改了 " + event.count() + " 次，最后改为 " + to + " W")
                    .detail(new LocalizedText("It was " + from + " W at first.", "最初为 " + from + " W。"));
        }
        return EventPhrases.about(
                event,
                "power limit changed from " + from + " W to " + to + " W",
                "功率上限从 " + from + " W 改为 " + to + " W");
    }

    private static EventText started(GpuEvent event) {
        LocalizedText process = EventPhrases.process(event);
        if (process == null) {
            return EventText.of(
                    event.count() + moreProcesses(event) + " came to GPUs", "另有 " + event.count() + " 个进程在 GPU 上启动");
        }
        LocalizedText gpus = EventPhrases.gpus(event);
        return EventText.of(
                EventPhrases.capitalizedUnlessNamed(event, process.en()) + " started on " + gpus.en(),
                process.zh() + " 在 " + gpus.zh() + " 上启动");
    }

    private static String moreProcesses(GpuEvent event) {
        return event.count() == 1 ? " more process" : " more processes";
    }

    private static EventText ended(GpuEvent event) {
        LocalizedText process = EventPhrases.process(event);
        if (process == null) {
            return EventText.of(
                    event.count() + moreProcesses(event) + " left GPUs", "另有 " + event.count() + " 个进程离开 GPU");
        }
        LocalizedText gpus = EventPhrases.gpus(event);
        LocalizedText time = EventPhrases.time(event);
        LocalizedText rest = remaining(event);
        return EventText.of(
                EventPhrases.capitalizedUnlessNamed(event, process.en()) + " left " + gpus.en()
                        + (time == null ? "" : " after " + time.en()) + rest.en(),
                process.zh() + " 离开 " + gpus.zh() + (time == null ? "" : "，运行了 " + time.zh()) + rest.zh());
    }

    /** The GPUs that the process is still on; empty after its end. */
    private static LocalizedText remaining(GpuEvent event) {
        String indexes = event.facts().get(EventAttribute.REMAINING_GPUS);
        if (indexes == null) {
            return new LocalizedText("", "");
        }
        LocalizedText gpus = EventPhrases.gpus(indexes);
        return new LocalizedText("; it is still on " + gpus.en(), "，仍在 " + gpus.zh() + " 上运行");
    }

    private static EventText insight(GpuEvent event) {
        Map<String, String> facts = event.facts();
        String rule = facts.getOrDefault(EventAttribute.RULE, "?");
        String said = facts.get(EventAttribute.SENTENCE);
        return said == null
                ? EventPhrases.about(event, "rule " + rule, "规则 " + rule)
                : EventText.of(said, facts.getOrDefault(EventAttribute.SENTENCE_ZH, said));
    }
}
