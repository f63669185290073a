package io.gpulse.event;

import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.text.EventText;
import io.gpulse.event.xid.LikelyCause;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An event as it is told. */
@Schema(name = "Event", description = "One incident; what is learned of it later changes it.")
record EventResponse(
        @Schema(description = "Its number, which is not given again.", example = "1795168801007")
        long id,

        @Schema(description = "Grows with each event and each change of one.", example = "1795168801012")
        long sequence,

        @Schema(description = "When it happened, or began.", example = "2026-11-20T10:00:01.003Z")
        Instant at,

        @Schema(
                description = "When something that lasts was over; null for what does not last, and while it lasts.",
                example = "2026-11-20T10:12:01.003Z")
        @Nullable
        Instant until,

        @Schema(description = "What it is about, as the label of `gpulse_events_total`.", example = "xid")
        String kind,

        @Schema(
                description = "How soon somebody should look.",
                allowableValues = {"info", "warning", "critical"})
        String severity,

        @Schema(description = "Null when it is about several GPUs, or about the machine.") @Nullable
        Gpu gpu,

        @Schema(description = "The driver's number of a fault; null for everything else.", example = "79") @Nullable
        Integer xid,

        @Schema(description = "How often it was reported.", example = "1")
        int count,

        @Schema(description = "Subject and fact.", example = "GPU 2 has fallen off the bus (Xid 79)")
        String title,

        @Schema(description = "What it means; null when there is no more to say.") @Nullable
        String detail,

        @Schema(description = "What to do; null when there is nothing to do.") @Nullable
        String action,

        @Schema(
                description = "Where a fault is likely to come from, the likeliest first.",
                example = "[\"bus\",\"power\"]")
        List<String> blame,

        @Schema(description = "What is known of it, by names that equal kinds share.", example = "{\"pid\":\"41102\"}")
        Map<String, String> facts,

        @Schema(description = "Title, detail and action in other languages.")
        Translations translations) {

    /** Which GPU. */
    @Schema(name = "EventGpu", description = "The GPU that an event is about.")
    record Gpu(
            @Schema(description = "The driver's index when it happened.", example = "2")
            int index,

            @Schema(description = "Its UUID.", example = "GPU-1a2b3c4d-7b1d-4c3e-9f00-2d1c0b9a8e77")
            String uuid) {}

    /** By language. */
    @Schema(name = "EventTranslations", description = "By language.")
    record Translations(
            @Schema(description = "Simplified Chinese.") Translation zh) {}

    /** The texts of an event. */
    @Schema(name = "EventTranslation", description = "The texts of an event.")
    record Translation(
            @Schema(description = "Subject and fact.", example = "GPU 2 已从总线掉线（Xid 79）")
            String title,

            @Schema(description = "What it means; null when there is no more to say.") @Nullable
            String detail,

            @Schema(description = "What to do; null when there is nothing to do.") @Nullable
            String action) {}

    static EventResponse of(GpuEvent event) {
        EventText text = EventText.of(event);
        EventGpu gpu = event.gpu();
        return new EventResponse(
                event.id(),
                event.sequence(),
                event.at(),
                event.until(),
                event.kind().label(),
                event.severity().label(),
                gpu == null ? null : new Gpu(gpu.index(), gpu.uuid()),
                event.xid(),
                event.count(),
                text.title().en(),
                en(text.detail()),
                en(text.action()),
                text.blame().stream().map(LikelyCause::label).toList(),
                event.facts(),
                new Translations(new Translation(text.title().zh(), zh(text.detail()), zh(text.action()))));
    }

    private static @Nullable String en(@Nullable LocalizedText words) {
        return words == null ? null : words.en();
    }

    private static @Nullable String zh(@Nullable LocalizedText words) {
        return words == null ? null : words.zh();
    }

    /** Events. */
    @Schema(name = "Events", description = "What happened.")
    record Page(
            @Schema(description = "The newest first; with `since`, in the order in which they changed.")
            List<EventResponse> events,

            @Schema(
                    description = "What `before=` (or `since=`, where that was asked for) is on the next page; null on"
                            + " the last.",
                    example = "1795168801007")
            @Nullable
            Long next,

            @Schema(
                    description = "The highest sequence that is known: `since=` for what comes next.",
                    example = "1795168801012")
            long sequence) {}
}
