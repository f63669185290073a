package io.gpulse.event.text;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.xid.LikelyCause;
import io.gpulse.event.xid.LocalizedText;
import io.gpulse.event.xid.OperationalCategory;
import io.gpulse.event.xid.RecoveryAction;
import io.gpulse.event.xid.Xid;
import io.gpulse.event.xid.XidTable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What is said of what the driver reports. */
final class FaultText {

    private FaultText() {}

    static EventText of(GpuEvent event) {
        Integer number = event.xid();
        EventText text = number == null ? operational(event) : fault(event, number);
        return text.detail(uncontained(event))
                .detail(repeated(event))
                .detail(onlyProcess(event))
                .detail(consequences(event))
                .detail(cause(event))
                .detail(overflow(event))
                .detail(simulated(event));
    }

    private static EventText fault(GpuEvent event, int number) {
        Xid xid = XidTable.of(number);
        LocalizedText title = title(number, EventPhrases.gpus(event));
        EventText text = EventText.of(title.en(), title.zh())
                .detail(meaning(number))
                .action(recommended(event))
                .action(EventPhrases.remedy(event, xid.remedy()))
                .blame(xid.blame());
        return HealthText.withRepairs(event, text, xid.remedy());
    }

    /** @param gpus the subject */
    static LocalizedText title(int number, LocalizedText gpus) {
        if (XidTable.find(number).isEmpty()) {
            return new LocalizedText(gpus.en() + ": unknown Xid " + number, gpus.zh() + "：未知的 Xid " + number);
        }
        if (number == Xid.OFF_THE_BUS) {
            return new LocalizedText(gpus.en() + " has fallen off the bus (Xid 79)", gpus.zh() + " 已从总线掉线（Xid 79）");
        }
        LocalizedText title = XidTable.of(number).title();
        return new LocalizedText(
                gpus.en() + ": " + lowerFirst(title.en()) + " (Xid " + number + ")",
                gpus.zh() + "：" + title.zh() + "（Xid " + number + "）");
    }

    static LocalizedText meaning(int number) {
        LocalizedText meaning = XidTable.of(number).meaning();
        return new LocalizedText(EventPhrases.capitalized(meaning.en()) + ".", meaning.zh() + "。");
    }

    /** Behind a colon a sentence goes on; names such as NVLink stay as they are. */
    private static String lowerFirst(String title) {
        boolean isName = title.chars()
                .skip(1)
                .takeWhile((letter) -> !Character.isWhitespace(letter))
                .anyMatch(Character::isUpperCase);
        return isName ? title : title.substring(0, 1).toLowerCase(java.util.Locale.ROOT) + title.substring(1);
    }

    private static EventText operational(GpuEvent event) {
        Map<String, String> facts = event.facts();
        LocalizedText category = OperationalCategory.of(
                        Integer.parseInt(facts.getOrDefault(EventAttribute.CATEGORY, "-1")))
                .map(OperationalCategory::words)
                .orElse(new LocalizedText("event of an unknown category", "未知类别的事件"));
        String code =
                facts.getOrDefault(EventAttribute.MODULE, "?") + " " + facts.getOrDefault(EventAttribute.CODE, "?");
        String name = facts.containsKey(EventAttribute.NAME) ? code + ", " + facts.get(EventAttribute.NAME) : code;
        return EventPhrases.about(
                        event, category.en() + " (" + name + ")", category.zh() + "（" + name.replace(", ", "，") + "）")
                .action(recommended(event))
                .blame(List.of(LikelyCause.UNKNOWN));
    }

    private static @Nullable LocalizedText recommended(GpuEvent event) {
        String action = event.facts().get(EventAttribute.ACTION);
        return action == null || action.equals("0")
                ? null
                : RecoveryAction.of(Long.parseLong(action))
                        .map(RecoveryAction::words)
                        .map((words) -> new LocalizedText(
                                "The driver recommends: " + words.en() + ".", "驱动建议：" + words.zh() + "。"))
                        .orElse(null);
    }

    private static @Nullable LocalizedText repeated(GpuEvent event) {
        return event.count() == 1
                ? null
                : new LocalizedText("It was reported " + event.count() + " times.", "共报告 " + event.count() + " 次。");
    }

    private static @Nullable LocalizedText onlyProcess(GpuEvent event) {
        LocalizedText process = EventPhrases.process(event);
        return process == null
                ? null
                : new LocalizedText(
                        "The only process on the GPU then was " + process.en() + ".",
                        "当时该 GPU 上唯一的进程是 " + process.zh() + "。");
    }

    private static @Nullable LocalizedText consequences(GpuEvent event) {
        String removed = event.facts().get(EventAttribute.REMOVED);
        LocalizedText work = removed == null
                ? null
                : new LocalizedText(
                        "Work was removed because of it"
                                + (EventPhrases.isPlural(removed) ? " " + removed + " times" : "") + " (Xid 45).",
                        "因此有 " + removed + " 次工作被移除（Xid 45）。");
        String told = event.facts().get(EventAttribute.CONSEQUENCES);
        if (told == null) {
            return work;
        }
        String list = Arrays.stream(told.split(" ", -1))
                .map((one) -> one.startsWith("xid:") ? "Xid " + one.substring(4) : one)
                .collect(Collectors.joining(", "));
        LocalizedText followed = new LocalizedText("It was followed by " + list + ".", "随后出现：" + list + "。");
        return work == null ? followed : new LocalizedText(work.en() + " " + followed.en(), work.zh() + followed.zh());
    }

    private static @Nullable LocalizedText cause(GpuEvent event) {
        String cause = event.facts().get(EventAttribute.CAUSE);
        return cause == null
                ? null
                : new LocalizedText("It is a consequence of event " + cause + ".", "这是事件 " + cause + " 的后果。");
    }

    private static @Nullable LocalizedText uncontained(GpuEvent event) {
        return event.facts().containsKey(EventAttribute.UNCONTAINED)
                ? new LocalizedText("The driver says that it was not contained.", "驱动说明该错误未被隔离。")
                : null;
    }

    private static @Nullable LocalizedText overflow(GpuEvent event) {
        return event.facts().containsKey(EventAttribute.OVERFLOW)
                ? new LocalizedText("The driver lost events before it.", "驱动在此之前丢失了事件。")
                : null;
    }

    private static @Nullable LocalizedText simulated(GpuEvent event) {
        return event.facts().containsKey(EventAttribute.SIMULATED)
                ? new LocalizedText("The driver says that it was simulated.", "驱动说明这是模拟的故障。")
                : null;
    }
}
