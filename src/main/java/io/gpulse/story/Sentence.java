package io.gpulse.story;

import io.gpulse.event.EventGpu;
import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.workload.Stretch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sentence about what happened.
 *
 * @param gpus by index; none for the machine
 * @param gpuHours what it cost; null when nothing was lost, or it is unknown
 * @param events ids of the events that it sums up
 * @param mark id of the mark that it quotes; otherwise null
 */
record Sentence(
        StoryKind kind,
        Severity severity,
        Stretch time,
        List<EventGpu> gpus,
        LocalizedText text,
        @Nullable Double gpuHours,
        List<Long> events,
        @Nullable Long mark) {

    static Sentence of(StoryKind kind, Stretch time, List<EventGpu> gpus, LocalizedText text) {
        return new Sentence(kind, Severity.INFO, time, gpus, text, null, List.of(), null);
    }

    /** @param lost GPU time, in ms; nothing is known to be lost at 0 */
    Sentence costs(long lost) {
        return new Sentence(
                this.kind,
                this.severity,
                this.time,
                this.gpus,
                this.text,
                lost > 0 ? Stretch.hours(lost) : null,
                this.events,
                this.mark);
    }

    Sentence of(List<Long> ids, Severity worst) {
        return new Sentence(this.kind, worst, this.time, this.gpus, this.text, this.gpuHours, ids, this.mark);
    }

    Sentence quotes(long id) {
        return new Sentence(this.kind, this.severity, this.time, this.gpus, this.text, this.gpuHours, this.events, id);
    }
}
