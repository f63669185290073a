package io.gpulse.event.text;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.xid.LikelyCause;
import io.gpulse.event.xid.LocalizedText;
import io.gpulse.event.xid.Remedy;
import io.gpulse.event.xid.ResetAdvice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is said of an event.
 *
 * @param title subject and fact; no sentence
 * @param detail sentences; null when there is nothing more to say
 * @param action sentences on what to do; null when there is nothing to do
 * @param blame where it is likely to come from, the likeliest first
 */
public record EventText(
        LocalizedText title,
        @Nullable LocalizedText detail,
        @Nullable LocalizedText action,
        List<LikelyCause> blame) {

    public EventText {
        blame = List.copyOf(blame);
    }

    public static EventText of(GpuEvent event) {
        EventText text = switch (event.kind()) {
            case XID, OPERATIONAL -> FaultText.of(event);
            case GPU_LOST, GPU_STUCK, GPU_FAILED, DRIVER_GONE, DRIVER_RENEWED, GPULSE_STARTED, GAP ->
                StateText.of(event);
            case ECC_UNCORRECTED, MEMORY_REPAIR, RECOVERY_ACTION, LINK_ERRORS -> HealthText.of(event);
            default -> WorkText.of(event);
        };
        return event.facts().containsKey(EventAttribute.END_UNKNOWN) ? text.withUnknownEnd() : text;
    }

    /**
     * The title of a fault of any GPU.
     *
     * @param gpus the subject
     */
    public static LocalizedText fault(int xid, LocalizedText gpus) {
        return FaultText.title(xid, gpus);
    }

    /** What a fault means, as a sentence. */
    public static LocalizedText meaning(int xid) {
        return FaultText.meaning(xid);
    }

    static EventText of(String en, String zh) {
        return new EventText(new LocalizedText(en, zh), null, null, List.of());
    }

    /** The same, with that after what is said already. */
    EventText detail(@Nullable LocalizedText more) {
        return more == null ? this : new EventText(this.title, joined(this.detail, more), this.action, this.blame);
    }

    EventText action(@Nullable LocalizedText more) {
        return more == null
                ? this
                : new EventText(this.title, this.detail, ResetAdvice.complete(joined(this.action, more)), this.blame);
    }

    EventText action(Remedy remedy) {
        return remedy == Remedy.NOTHING ? this : action(remedy.words());
    }

    EventText blame(List<LikelyCause> likely) {
        return new EventText(this.title, this.detail, this.action, likely);
    }

    private EventText withUnknownEnd() {
        return detail(
                new LocalizedText("When it ended is not known: gpulse was not running.", "结束时间未知：当时 gpulse 未运行。"));
    }

    private static LocalizedText joined(@Nullable LocalizedText before, LocalizedText more) {
        return before == null ? more : new LocalizedText(before.en() + " " + more.en(), before.zh() + more.zh());
    }
}
