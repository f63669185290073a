package io.gpulse.story;

import io.gpulse.event.EventGpu;
import io.gpulse.event.message.Language;
import io.gpulse.history.TimeRange;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The story of a time span.
 *
 * @param from Begin of the time span.
 * @param to End of the time span.
 * @param sampledFrom Time of the first stored sample in the time span; null without one.
 * @param sentences At most twelve sentences, the oldest first: the critical ones and faults, then those that cost most
 *     GPU-hours, then those about the longest time.
 * @param omitted Number of further sentences.
 * @param quiet Text for a time span without a sentence; otherwise null.
 */
@Schema(name = "Story")
record StoryResponse(
        @Schema(example = "2026-11-20T10:00:00.000Z") Instant from,

        @Schema(example = "2026-11-20T22:00:00.000Z") Instant to,

        @Schema(example = "2026-11-20T10:00:00.000Z") @Nullable
        Instant sampledFrom,

        List<SentenceResponse> sentences,

        @Schema(example = "0") int omitted,

        @Schema(example = "A quiet time: 3 jobs ran, nothing went wrong.") @Nullable
        String quiet) {

    /**
     * A sentence about what happened. It has a full stop, and names its GPUs.
     *
     * @param at Begin of what the sentence is about, which may be before the time span.
     * @param until End of it, as far as it is known; `at` when it has no duration, and null while it goes on.
     * @param kind Kind: a fault that the driver reported, a GPU that was lost or did not answer, the driver, an alert
     *     or an idle GPU that was held, a job that was started again, ended or started, a GPU that was free after
     *     a job, a time without samples, a changed setting, or a mark.
     * @param severity Severity.
     * @param gpus GPUs that it is about, by index; empty for the machine.
     * @param text The sentence.
     * @param gpuHours GPU-hours that it cost within the time span; null when nothing was lost, or it is unknown.
     * @param events Ids of the events that it sums up.
     * @param mark Id of the mark that it quotes; otherwise null.
     */
    @Schema(name = "StorySentence")
    record SentenceResponse(
            @Schema(example = "2026-11-20T10:00:01.003Z") Instant at,

            @Schema(example = "2026-11-20T10:08:01.003Z") @Nullable
            Instant until,

            @Schema(
                    allowableValues = {
                        "xid",
                        "lost",
                        "stuck",
                        "driver",
                        "insight",
                        "restarted",
                        "ended",
                        "started",
                        "free",
                        "gap",
                        "setting",
                        "mark"
                    },
                    example = "free")
            String kind,

            @Schema(allowableValues = {"info", "warning", "critical"})
            String severity,

            List<EventGpu> gpus,

            @Schema(example = "GPU 7: finetune.py of akaya ended; the GPU was free for 4 h 32 min.")
            String text,

            @Schema(example = "4.53") @Nullable Double gpuHours,

            @Schema(example = "[1795168801007]") List<Long> events,

            @Schema(example = "17") @Nullable Long mark) {

        private static final double HUNDREDTHS = 100;

        static SentenceResponse of(Sentence sentence, Language language) {
            Double hours = sentence.gpuHours();
            Long until = sentence.time().until();
            return new SentenceResponse(
                    Instant.ofEpochMilli(sentence.time().at()),
                    until == null ? null : Instant.ofEpochMilli(until),
                    sentence.kind().label(),
                    sentence.severity().label(),
                    sentence.gpus(),
                    language.of(sentence.text()),
                    hours == null ? null : Math.rint(hours * HUNDREDTHS) / HUNDREDTHS,
                    sentence.events(),
                    sentence.mark());
        }
    }

    static StoryResponse of(Story story, TimeRange span, Language language) {
        Long first = story.sampledFrom();
        return new StoryResponse(
                span.from(),
                span.to(),
                first == null ? null : Instant.ofEpochMilli(first),
                story.sentences().stream()
                        .map((one) -> SentenceResponse.of(one, language))
                        .toList(),
                story.omitted(),
                story.quiet() == null ? null : language.of(story.quiet()));
    }
}
