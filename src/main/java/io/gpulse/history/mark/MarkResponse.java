package io.gpulse.history.mark;

import io.gpulse.history.KnownGpu;
import io.gpulse.history.sqlite.MarkStore.Mark;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/** What somebody noted of a moment. */
@Schema(name = "Mark", description = "What somebody noted of a moment.")
record MarkResponse(
        @Schema(description = "Its number, which is not given again.", example = "17")
        long id,

        @Schema(description = "The moment.", example = "2026-11-20T10:12:01.003Z")
        Instant at,

        @Schema(description = "What was noted.", example = "epoch 12")
        String text,

        @Schema(description = "Indexes of the GPUs that it is about; empty when it is about all.", example = "[0,3]")
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
    @Schema(name = "Marks", description = "What was noted of some time, the newest 1000 of it.")
    record MarksResponse(
            @Schema(description = "In the order of time.") List<MarkResponse> marks) {}
}
