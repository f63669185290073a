package io.gpulse.event.text;

import io.gpulse.event.Fact;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.xid.Blame;
import io.gpulse.event.xid.OperationalCategory;
import io.gpulse.event.xid.RecoveryAction;
import io.gpulse.event.xid.Words;
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
        Words title = title(number, EventPhrases.gpus(event));
        EventText text = EventText.of(title.en(), title.zh())
                .detail(meaning(number))
                .action(recommended(event))
                .action(EventPhrases.remedy(event, xid.remedy()))
                .blame(xid.blame());
        return HealthText.withRepairs(event, text, xid.remedy());
    }

    /** @param gpus the subject */
    static Words title(int number, Words gpus) {
        if (XidTable.find(number).isEmpty()) {
            return new Words(gpus.en() + ": unknown Xid " + number, gpus.zh() + "：未知的 Xid " + number);
        }
        if (number == Xid.OFF_THE_BUS) {
            return new Words(gpus.en() + " has fallen off the bus (Xid 79)", gpus.zh() + " 已从总线掉线（Xid 79）");
        }
        Words title = XidTable.of(number).title();
        return new Words(
                gpus.en() + ": " + lowerFirst(title.en()) + " (Xid " + number + ")",
                gpus.zh() + "：" + title.zh() + "（Xid " + number + "）");
    }

    static Words meaning(int number) {
        Words meaning = XidTable.of(number).meaning();
        return new Words(EventPhrases.capitalized(meaning.en()) + ".", meaning.zh() + "。");
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
        Words category = OperationalCategory.of(Integer.parseInt(facts.getOrDefault(Fact.CATEGORY, "-1")))
                .map(OperationalCategory::words)
                .orElse(new Words("event of an unknown category", "未知类别的事件"));
        String code = facts.getOrDefault(Fact.MODULE, "?") + " " + facts.getOrDefault(Fact.CODE, "?");
        String name = facts.containsKey(Fact.NAME) ? code + ", " + facts.get(Fact.NAME) : code;
        return EventPhrases.about(
                        event, category.en() + " (" + name + ")", category.zh() + "（" + name.replace(", ", "，") + "）")
                .action(recommended(event))
                .blame(List.of(Blame.UNKNOWN));
    }

    private static @Nullable Words recommended(GpuEvent event) {
        String action = event.facts().get(Fact.ACTION);
        return action == null || action.equals("0")
                ? null
                : RecoveryAction.of(Long.parseLong(action))
                        .map(RecoveryAction::words)
                        .map((words) ->
                                new Words("The driver recommends: " + words.en() + ".", "驱动建议：" + words.zh() + "。"))
                        .orElse(null);
    }

    private static @Nullable Words repeated(GpuEvent event) {
        return event.count() == 1
                ? null
                : new Words("It was reported " + event.count() + " times.", "共报告 " + event.count() + " 次。");
    }

    private static @Nullable Words onlyProcess(GpuEvent event) {
        Words process = EventPhrases.process(event);
        return process == null
                ? null
                : new Words(
                        "The only process on the GPU then was " + process.en() + ".",
                        "当时该 GPU 上唯一的进程是 " + process.zh() + "。");
    }

    private static @Nullable Words consequences(GpuEvent event) {
        String removed = event.facts().get(Fact.REMOVED);
        Words work = removed == null
                ? null
                : new Words(
                        "Work was removed because of it"
                                + (EventPhrases.isPlural(removed) ? " " + removed + " times" : "") + " (Xid 45).",
                        "因此有 " + removed + " 次工作被移除（Xid 45）。");
        String told = event.facts().get(Fact.CONSEQUENCES);
        if (told == null) {
            return work;
        }
        String list = Arrays.stream(told.split(" ", -1))
                .map((one) -> one.startsWith("xid:") ? "Xid " + one.substring(4) : one)
                .collect(Collectors.joining(", "));
        Words followed = new Words("It was followed by " + list + ".", "随后出现：" + list + "。");
        return work == null ? followed : new Words(work.en() + " " + followed.en(), work.zh() + followed.zh());
    }

    private static @Nullable Words cause(GpuEvent event) {
        String cause = event.facts().get(Fact.CAUSE);
        return cause == null
                ? null
                : new Words("It is a consequence of event " + cause + ".", "这是事件 " + cause + " 的后果。");
    }

    private static @Nullable Words uncontained(GpuEvent event) {
        return event.facts().containsKey(Fact.UNCONTAINED)
                ? new Words("The driver says that it was not contained.", "驱动说明该错误未被隔离。")
                : null;
    }

    private static @Nullable Words overflow(GpuEvent event) {
        return event.facts().containsKey(Fact.OVERFLOW)
                ? new Words("The driver lost events before it.", "驱动在此之前丢失了事件。")
                : null;
    }

    private static @Nullable Words simulated(GpuEvent event) {
        return event.facts().containsKey(Fact.SIMULATED)
                ? new Words("The driver says that it was simulated.", "驱动说明这是模拟的故障。")
                : null;
    }
}
