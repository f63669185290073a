package io.gpulse.event.text;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import io.gpulse.event.xid.RecoveryAction;
import io.gpulse.event.xid.Remedy;
import java.util.List;
import java.util.Map;

/** The texts of memory errors, link errors and recovery actions. */
final class HealthText {

    /** Attributes of repairs, the worst first: the title is that of the first one that an event has. */
    private static final List<String> REPAIRS = List.of(
            "unrepairable",
            "rowsFailed",
            "rowsPending",
            "banksPending",
            "channelPending",
            "tpcPending",
            "pagesPending",
            "rowsUncorrectable",
            "pagesUncorrectable",
            "rowsCorrectable",
            "pagesCorrectable",
            "banks");

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

    private HealthText() {}

    static EventText of(EventTextBuilder text) {
        switch (text.event().kind()) {
            case ECC_UNCORRECTED -> addEcc(text);
            case MEMORY_REPAIR -> addRepair(text);
            case RECOVERY_ACTION -> addRecovery(text);
            default -> addLinkErrors(text);
        }
        return text.build();
    }

    private static void addEcc(EventTextBuilder text) {
        text.put(EventAttribute.GROWTH, text.attribute(EventAttribute.GROWTH, "1"))
                .title("ecc.title")
                .detail("ecc.total")
                .action(Remedy.DRAIN_AND_RESET);
    }

    private static void addRepair(EventTextBuilder text) {
        List<String> repairs = REPAIRS.stream().filter(text::has).toList();
        String worst = repairs.isEmpty() ? "unknown" : repairs.get(0);
        text.put("repair", repair(worst)).title("repair.title").action(remedy(worst));
        repairs.stream().skip(1).forEach((other) -> text.detail(repair(other).sentence()));
    }

    private static LocalizedText repair(String attribute) {
        return Messages.text("repair." + attribute);
    }

    private static Remedy remedy(String repair) {
        if (repair.endsWith("Pending")) {
            return Remedy.RESET_WHEN_IDLE;
        }
        return repair.equals("unrepairable") || repair.equals("rowsFailed") ? Remedy.CONTACT_VENDOR : Remedy.NOTHING;
    }

    /** Adds the repairs that a fault has caused, and those that failed to the advice. */
    static void addRepairs(EventTextBuilder fault, Remedy given) {
        List<String> repairs = REPAIRS.stream().filter(fault::has).toList();
        repairs.forEach((one) -> fault.detail(repair(one).sentence()));
        if (!repairs.isEmpty() && remedy(repairs.get(0)) == Remedy.CONTACT_VENDOR && given != Remedy.CONTACT_VENDOR) {
            fault.action(Remedy.CONTACT_VENDOR);
        }
    }

    private static void addRecovery(EventTextBuilder text) {
        RecoveryAction.of(Long.parseLong(text.attribute(EventAttribute.ACTION, "-1")))
                .ifPresentOrElse(
                        (action) -> text.put("action", action.words())
                                .title("recovery.title")
                                .action(action.sentence()),
                        () -> text.put(EventAttribute.ACTION, text.attribute(EventAttribute.ACTION, "?"))
                                .title("recovery.unknown"));
    }

    private static void addLinkErrors(EventTextBuilder text) {
        List<LocalizedText> errors = LINK_ERRORS.stream()
                .filter(text::has)
                .map((error) -> Messages.text("link." + error, Map.of("n", text.attribute(error, ""))))
                .toList();
        text.put(EventAttribute.LINK, text.attribute(EventAttribute.LINK, "?"))
                .put(
                        "errors",
                        errors.isEmpty()
                                ? Messages.text("link.errors")
                                : LocalizedText.join(LocalizedText.COMMA, errors))
                .title("link.title")
                .action(text.has("failed") ? Remedy.RESET_AND_CHECK_LINK.words() : Messages.text("link.watch"));
    }
}
