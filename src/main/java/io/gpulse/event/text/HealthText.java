package io.gpulse.event.text;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.xid.LocalizedText;
import io.gpulse.event.xid.RecoveryAction;
import io.gpulse.event.xid.Remedy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is said of errors of memory and links, and of what the driver wants to be done. */
final class HealthText {

    /** The worst first: that is the title. */
    private static final Map<String, Repair> REPAIRS = repairs();

    private static final Map<String, LocalizedText> LINK_ERRORS = linkErrors();

    private record Repair(LocalizedText title, Remedy remedy) {}

    private HealthText() {}

    private static Map<String, Repair> repairs() {
        Map<String, Repair> repairs = new LinkedHashMap<>();
        put(
                repairs,
                "unrepairable",
                Remedy.CONTACT_VENDOR,
                new LocalizedText("memory that cannot be repaired", "存在无法修复的内存"));
        put(
                repairs,
                "rowsFailed",
                Remedy.CONTACT_VENDOR,
                new LocalizedText("a memory row could not be replaced", "有内存行未能替换"));
        put(repairs, "rowsPending", Remedy.RESET_WHEN_IDLE, next("memory rows will be replaced", "内存行将被替换"));
        put(repairs, "banksPending", Remedy.RESET_WHEN_IDLE, next("memory banks will be replaced", "内存库将被替换"));
        put(repairs, "channelPending", Remedy.RESET_WHEN_IDLE, next("a memory channel will be replaced", "内存通道将被替换"));
        put(repairs, "tpcPending", Remedy.RESET_WHEN_IDLE, next("a processor cluster will be replaced", "处理器簇将被替换"));
        put(repairs, "pagesPending", Remedy.RESET_WHEN_IDLE, next("memory pages will be retired", "内存页将停用"));
        put(
                repairs,
                "rowsUncorrectable",
                Remedy.NOTHING,
                done("memory rows with uncorrectable errors", "存在不可纠正错误的内存行"));
        put(
                repairs,
                "pagesUncorrectable",
                Remedy.NOTHING,
                done("memory pages with an uncorrectable error", "存在不可纠正错误的内存页"));
        put(repairs, "rowsCorrectable", Remedy.NOTHING, done("memory rows with corrected errors", "存在已纠正错误的内存行"));
        put(repairs, "pagesCorrectable", Remedy.NOTHING, done("memory pages with corrected errors", "存在已纠正错误的内存页"));
        put(repairs, "banks", Remedy.NOTHING, done("memory banks", "内存库"));
        return repairs;
    }

    private static void put(Map<String, Repair> repairs, String fact, Remedy remedy, LocalizedText title) {
        repairs.put(fact, new Repair(title, remedy));
    }

    private static LocalizedText next(String en, String zh) {
        return new LocalizedText(en + " at the next reset", "下次重置时" + zh);
    }

    private static LocalizedText done(String en, String zh) {
        return new LocalizedText(en + " were put out of use", zh + "已停用");
    }

    private static Map<String, LocalizedText> linkErrors() {
        Map<String, LocalizedText> errors = new LinkedHashMap<>();
        errors.put("failed", new LocalizedText("failed recoveries", "次恢复失败"));
        errors.put("recoveries", new LocalizedText("recoveries", "次恢复"));
        errors.put("malformed", new LocalizedText("malformed packets", "个畸形数据包"));
        errors.put("overrun", new LocalizedText("buffer overruns", "次缓冲区溢出"));
        errors.put("rx", new LocalizedText("receive errors", "个接收错误"));
        errors.put("remote", new LocalizedText("remote errors", "个远端错误"));
        errors.put("general", new LocalizedText("header errors", "个包头错误"));
        errors.put("integrity", new LocalizedText("link integrity errors", "个链路完整性错误"));
        errors.put("discards", new LocalizedText("discarded packets", "个被丢弃的数据包"));
        errors.put("crc", new LocalizedText("CRC errors", "个 CRC 错误"));
        errors.put("replay", new LocalizedText("replays", "次重发"));
        return errors;
    }

    static EventText of(GpuEvent event) {
        return switch (event.kind()) {
            case ECC_UNCORRECTED -> ecc(event);
            case MEMORY_REPAIR -> repair(event);
            case RECOVERY_ACTION -> action(event);
            default -> link(event);
        };
    }

    private static EventText ecc(GpuEvent event) {
        String errors = event.facts().getOrDefault(EventAttribute.GROWTH, "1");
        String total = event.facts().get(EventAttribute.TOTAL);
        return EventPhrases.about(
                        event,
                        errors
                                + (EventPhrases.isPlural(errors)
                                        ? " uncorrectable memory errors"
                                        : " uncorrectable memory error"),
                        errors + " 个不可纠正的内存错误")
                .detail(
                        total == null
                                ? null
                                : new LocalizedText(total + " since the board was made.", "自板卡出厂以来共 " + total + " 个。"))
                .action(Remedy.DRAIN_AND_RESET);
    }

    private static EventText repair(GpuEvent event) {
        EventText text = null;
        for (Map.Entry<String, Repair> repair : REPAIRS.entrySet()) {
            if (event.facts().containsKey(repair.getKey())) {
                LocalizedText said = repair.getValue().title;
                text = text == null
                        ? EventPhrases.about(event, said.en(), said.zh()).action(repair.getValue().remedy)
                        : text.detail(new LocalizedText(EventPhrases.capitalized(said.en()) + ".", said.zh() + "。"));
            }
        }
        return text == null ? EventPhrases.about(event, "memory repair", "内存修复") : text;
    }

    /** What is said of a fault, and of the memory that was repaired because of it, or could not be. */
    static EventText withRepairs(GpuEvent event, EventText fault, Remedy told) {
        EventText text = fault;
        Remedy worst = null;
        for (Map.Entry<String, Repair> repair : REPAIRS.entrySet()) {
            if (event.facts().containsKey(repair.getKey())) {
                LocalizedText said = repair.getValue().title;
                text = text.detail(new LocalizedText(EventPhrases.capitalized(said.en()) + ".", said.zh() + "。"));
                worst = worst == null ? repair.getValue().remedy : worst;
            }
        }
        return worst == Remedy.CONTACT_VENDOR && worst != told ? text.action(worst) : text;
    }

    private static EventText action(GpuEvent event) {
        String code = event.facts().getOrDefault(EventAttribute.ACTION, "?");
        return RecoveryAction.of(Long.parseLong(code))
                .map((wanted) -> EventPhrases.about(
                                event,
                                "the driver recommends: " + wanted.words().en(),
                                "驱动建议：" + wanted.words().zh())
                        .action(wanted.sentence()))
                .orElseGet(() -> EventPhrases.about(
                        event,
                        "the driver recommends action " + code + ", which gpulse does not know",
                        "驱动建议了 gpulse 不认识的操作 " + code));
    }

    private static EventText link(GpuEvent event) {
        List<String> en = new ArrayList<>();
        List<String> zh = new ArrayList<>();
        LINK_ERRORS.forEach((fact, words) -> {
            String count = event.facts().get(fact);
            if (count != null) {
                en.add(count + " " + (EventPhrases.isPlural(count) ? words.en() : EventPhrases.singular(words.en())));
                zh.add(count + " " + words.zh());
            }
        });
        String link = event.facts().getOrDefault(EventAttribute.LINK, "?");
        LocalizedText gpus = EventPhrases.gpus(event);
        return EventText.of(
                        gpus.en() + ", NVLink " + link + ": " + (en.isEmpty() ? "errors" : String.join(", ", en)),
                        gpus.zh() + " 的 NVLink " + link + "：" + (zh.isEmpty() ? "错误" : String.join("，", zh)))
                .action(action(event.facts()));
    }

    private static @Nullable LocalizedText action(Map<String, String> facts) {
        return facts.containsKey("failed")
                ? Remedy.RESET_AND_CHECK_LINK.words()
                : new LocalizedText(
                        "Watch this link: recoveries that go on are known to come before a failure.",
                        "请关注该链路：持续的恢复往往先于故障出现。");
    }
}
