package io.gpulse.event;

import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.text.EventText;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event. What is learned later changes it.
 *
 * @param id Its id, which is never reused.
 * @param sequence Grows with each event and each change of an event.
 * @param at When it occurred or began.
 * @param reportedAt When it was reported, if the condition had to last for a time first: the title is of that time.
 *     Null for an event that was reported at once, or stored by an earlier version.
 * @param until When it ended; null for an event without duration, and while it lasts.
 * @param kind Kind, as in the label of `gpulse_events_total`.
 * @param severity Severity.
 * @param gpu The only GPU that it is about; null for several GPUs, or for the machine.
 * @param gpus All GPUs that it is about, by index. Empty for the machine, and for an event about several GPUs that was
 *     stored by a version without this list.
 * @param xid Number of the fault that the driver reported; otherwise null.
 * @param count Number of reports.
 * @param title Title.
 * @param detail Explanation; null where there is none.
 * @param action Advice; null when no action is needed. While alerts with contradicting advice fire for one GPU, that of
 *     the one which comes first.
 * @param blame Likely causes of a fault, the likeliest first.
 * @param facts Attributes. Events of one kind have the same names.
 * @param translations Title, detail and action in other languages.
 */
@Schema(name = "Event")
record EventResponse(
        @Schema(example = "1795168801007") long id,

        @Schema(example = "1795168801012") long sequence,

        @Schema(example = "2026-11-20T10:00:01.003Z") Instant at,

        @Schema(example = "2026-11-20T10:10:01.003Z") @Nullable
        Instant reportedAt,

        @Schema(example = "2026-11-20T10:12:01.003Z") @Nullable
        Instant until,

        @Schema(example = "xid") String kind,

        @Schema(allowableValues = {"info", "warning", "critical"})
        String severity,

        @Nullable EventGpu gpu,

        List<EventGpu> gpus,

        @Schema(example = "79") @Nullable Integer xid,

        @Schema(example = "1") int count,

        @Schema(example = "GPU 2 fell off the bus (Xid 79)") String title,

        @Nullable String detail,

        @Nullable String action,

        @Schema(example = "[\"bus\",\"power\"]") List<String> blame,

        @Schema(example = "{\"pid\":\"41102\"}") Map<String, String> facts,

        Translations translations) {

    /**
     * By language.
     *
     * @param zh Simplified Chinese.
     */
    @Schema(name = "EventTranslations")
    record Translations(Translation zh) {}

    /**
     * The texts of an event.
     *
     * @param title Title.
     * @param detail Explanation; null where there is none.
     * @param action Advice; null when no action is needed.
     */
    @Schema(name = "EventTranslation")
    record Translation(
            @Schema(example = "GPU 2 已从总线掉线（Xid 79）") String title,

            @Nullable String detail,

            @Nullable String action) {}

    static EventResponse of(GpuEvent event, EventText text) {
        return new EventResponse(
                event.id(),
                event.sequence(),
                event.at(),
                event.reportedAt(),
                event.until(),
                event.kind().label(),
                event.severity().label(),
                event.gpu(),
                event.gpus(),
                event.xid(),
                event.count(),
                text.title().en(),
                LocalizedText.english(text.detail()),
                LocalizedText.english(text.action()),
                text.blame(),
                event.facts(),
                new Translations(new Translation(
                        text.title().zh(),
                        LocalizedText.chinese(text.detail()),
                        LocalizedText.chinese(text.action()))));
    }

    /**
     * A page of the log of events.
     *
     * @param events The newest first; with `since`, in the order in which they changed.
     * @param next The value of `before=` (or of `since=`, if it was given) for the next page; null on the last page.
     * @param sequence The highest sequence so far: the value of `since=` to get later changes.
     */
    @Schema(name = "Events")
    record Page(
            List<EventResponse> events,

            @Schema(example = "1795168801007") @Nullable Long next,

            @Schema(example = "1795168801012") long sequence) {}
}
