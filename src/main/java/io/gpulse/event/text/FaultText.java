package io.gpulse.event.text;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import io.gpulse.event.xid.Precedence;
import io.gpulse.event.xid.RecoveryAction;
import io.gpulse.event.xid.Xid;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The texts of faults that the driver reports. */
public final class FaultText {

    private FaultText() {}

    static void add(EventTextBuilder text) {
        Integer number = text.event().xid();
        if (number == null) {
            addOperational(text);
        } else {
            addXid(text, number);
        }
        text.put("followed", consequences(text.attribute(EventAttribute.CONSEQUENCES, "")));
        boolean once = text.attribute(EventAttribute.REMOVED, "").equals("1");
        text.detailIf(text.has(EventAttribute.UNCONTAINED), "fault.uncontained")
                .detailIf(text.event().count() != 1, "fault.repeated")
                .detail("fault.only-process")
                .detailIf(text.has(EventAttribute.REMOVED), once ? "fault.removed-once" : "fault.removed")
                .detailIf(text.has(EventAttribute.CONSEQUENCES), "fault.followed")
                .detail("fault.cause")
                .detailIf(text.has(EventAttribute.OVERFLOW), "fault.overflow")
                .detailIf(text.has(EventAttribute.SIMULATED), "fault.simulated");
    }

    private static void addXid(EventTextBuilder text, int number) {
        Xid xid = Xid.of(number);
        text.title(title(number, LocalizedText.of("{gpus}"))).detail(meaning(number));
        addRecommendation(text);
        text.action(xid.remedy()).blame(xid.blame());
        EventTexts.addRepairs(text, xid.remedy());
    }

    /**
     * Returns the title of an Xid; {@code {is|are}} is not resolved yet.
     *
     * @param gpus the subject
     */
    public static LocalizedText title(int number, LocalizedText gpus) {
        String key = number == Xid.OFF_THE_BUS ? "xid.off-the-bus" : "xid.title";
        Xid xid = Xid.of(number);
        LocalizedText title = xid.title();
        return Messages.text(
                xid.isKnown() ? key : "xid.unknown",
                Map.of(
                        "gpus", gpus,
                        "title", new LocalizedText(lowerFirst(title.en()), title.zh()),
                        "xid", number));
    }

    /** Returns the meaning of an Xid as a sentence. */
    public static LocalizedText meaning(int number) {
        return Xid.of(number).meaning().sentence();
    }

    /** Removes the capital of a title after a colon, except of names such as NVLink. */
    private static String lowerFirst(String title) {
        boolean isName = title.chars()
                .skip(1)
                .takeWhile((letter) -> !Character.isWhitespace(letter))
                .anyMatch(Character::isUpperCase);
        return isName ? title : title.substring(0, 1).toLowerCase(Locale.ROOT) + title.substring(1);
    }

    private static void addOperational(EventTextBuilder text) {
        String category = text.attribute(EventAttribute.CATEGORY, "");
        text.put(EventAttribute.CATEGORY, Messages.textOr("operational-category." + category, "operational.unknown"))
                .title("operational.named", "operational.title")
                .blame(Xid.UNKNOWN);
        addRecommendation(text);
    }

    private static void addRecommendation(EventTextBuilder text) {
        RecoveryAction.of(Long.parseLong(text.attribute(EventAttribute.ACTION, "0")))
                .filter((action) -> action != RecoveryAction.NONE)
                .ifPresent((action) -> text.action(
                        Messages.text("fault.recommended", Map.of("action", action.words())),
                        action.precedence() == Precedence.RESET ? Precedence.FAULT : action.precedence()));
    }

    /** @param kinds such as {@code xid:45 gpu_lost} */
    private static String consequences(String kinds) {
        return Arrays.stream(kinds.split(" ", -1))
                .map((one) -> one.startsWith("xid:") ? "Xid " + one.substring(4) : one)
                .collect(Collectors.joining(", "));
    }
}
