package io.gpulse.history.mark;

import io.gpulse.history.KnownGpu;
import io.gpulse.history.sqlite.MarkStore.Mark;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/**
 * A note about a moment.
 *
 * @param id Id, which is never reused.
 * @param at Time of the mark.
 * @param text Text of the note.
 * @param gpus Indexes of the GPUs of the mark; empty for all.
 */
@Schema(name = "Mark")
record MarkResponse(
        @Schema(example = "17") long id,

        @Schema(example = "2026-11-20T10:12:01.003Z") Instant at,

        @Schema(example = "epoch 12") String text,

        @Schema(example = "[0,3]") List<Integer> gpus) {

    static MarkResponse of(Mark mark, Collection<KnownGpu> known) {
        List<Integer> indexes = known.stream()
                .filter((gpu) -> mark.gpus().contains(gpu.uuid()))
                .map(KnownGpu::index)
                .sorted()
                .toList();
        return new MarkResponse(mark.id(), Instant.ofEpochMilli(mark.at()), mark.text(), indexes);
    }

    /**
     * The newest 1000 marks of a time span.
     *
     * @param marks Ordered by time.
     */
    @Schema(name = "Marks")
    record MarksResponse(List<MarkResponse> marks) {}
}
