package io.gpulse.event;

import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.text.Advice;
import io.gpulse.event.text.EventText;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An event in JSON. */
@Schema(name = "Event", description = "An event. What is learned later changes it.")
record EventResponse(
        @Schema(description = "Its id, which is never reused.", example = "1795168801007")
        long id,

        @Schema(description = "Grows with each event and each change of an event.", example = "1795168801012")
        long sequence,

        @Schema(description = "When it occurred or began.", example = "2026-11-20T10:00:01.003Z")
        Instant at,

        @Schema(
                description = "When it was reported, if the condition had to last for a time first: the title is of"
                        + " that time. Null for an event that was reported at once, or stored by an earlier version.",
                example = "2026-11-20T10:10:01.003Z")
        @Nullable
        Instant reportedAt,

        @Schema(
                description = "When it ended; null for an event without duration, and while it lasts.",
                example = "2026-11-20T10:12:01.003Z")
        @Nullable
        Instant until,

        @Schema(description = "Kind, as in the label of `gpulse_events_total`.", example = "xid")
        String kind,

        @Schema(
                description = "Severity.",
                allowableValues = {"info", "warning", "critical"})
        String severity,

        @Schema(description = "The only GPU that it is about; null for several GPUs, or for the machine.") @Nullable
        EventGpu gpu,

        @Schema(
                description = "All GPUs that it is about, by index. Empty for the machine, and for an event about"
                        + " several GPUs that was stored by a version without this list.")
        List<EventGpu> gpus,

        @Schema(description = "Number of the fault that the driver reported; otherwise null.", example = "79") @Nullable
        Integer xid,

        @Schema(description = "Number of reports.", example = "1")
        int count,

        @Schema(description = "Title.", example = "GPU 2 fell off the bus (Xid 79)")
        String title,

        @Schema(description = "Explanation; null where there is none.") @Nullable
        String detail,

        @Schema(
                description = "Advice; null when no action is needed. While alerts with contradicting advice fire for"
                        + " one GPU, that of the one which comes first.")
        @Nullable
        String action,

        @Schema(description = "Likely causes of a fault, the likeliest first.", example = "[\"bus\",\"power\"]")
        List<String> blame,

        @Schema(description = "Attributes. Events of one kind have the same names.", example = "{\"pid\":\"41102\"}")
        Map<String, String> facts,

        @Schema(description = "Title, detail and action in other languages.")
        Translations translations) {

    /** Texts by language. */
    @Schema(name = "EventTranslations", description = "By language.")
    record Translations(
            @Schema(description = "Simplified Chinese.") Translation zh) {}

    /** The texts of an event. */
    @Schema(name = "EventTranslation", description = "The texts of an event.")
    record Translation(
            @Schema(description = "Title.", example = "GPU 2 已从总线掉线（Xid 79）")
            String title,

            @Schema(description = "Explanation; null where there is none.") @Nullable
            String detail,

            @Schema(description = "Advice; null when no action is needed.") @Nullable
            String action) {}

    /** @param active the advice of active events, by id */
    static EventResponse of(GpuEvent event, Map<Long, Advice> active) {
        EventText text = EventText.of(event, active);
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

    /** Events. */
    @Schema(name = "Events", description = "A page of the log of events.")
    record Page(
            @Schema(description = "The newest first; with `since`, in the order in which they changed.")
            List<EventResponse> events,

            @Schema(
                    description = "The value of `before=` (or of `since=`, if it was given) for the next page; null on"
                            + " the last page.",
                    example = "1795168801007")
            @Nullable
            Long next,

            @Schema(
                    description = "The highest sequence so far: the value of `since=` to get later changes.",
                    example = "1795168801012")
            long sequence) {}
}
