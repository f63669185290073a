package io.gpulse.history.mark;

import io.gpulse.history.KnownGpu;
import io.gpulse.history.sqlite.MarkStore.Mark;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** A mark. */
@Schema(name = "Mark", description = "A note about a moment.")
record MarkResponse(
        @Schema(description = "Id, which is never reused.", example = "17")
        long id,

        @Schema(description = "Time of the mark.", example = "2026-11-20T10:12:01.003Z")
        Instant at,

        @Schema(description = "Text of the note.", example = "epoch 12")
        String text,

        @Schema(description = "Indexes of the GPUs of the mark; empty for all.", example = "[0,3]")
        List<Integer> gpus) {

    static MarkResponse of(Mark mark, Collection<KnownGpu> known) {
        List<Integer> indexes = known.stream()
                .filter((gpu) -> mark.gpus().contains(gpu.uuid()))
                .map(KnownGpu::index)
                .sorted()
                .toList();
        return new MarkResponse(mark.id(), Instant.ofEpochMilli(mark.at()), mark.text(), indexes);
    }

    /** Marks. */
    @Schema(name = "Marks", description = "The newest 1000 marks of a time span.")
    record MarksResponse(
            @Schema(description = "Ordered by time.") List<MarkResponse> marks) {}
}
