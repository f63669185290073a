package io.gpulse.event.detection;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.event.EventGpu;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A detector of one kind of event on one GPU, round by round. Not thread-safe. */
interface GpuWatch {

    /** Adds a round in which the GPU answers. */
    void add(EventGpu gpu, GpuSample sample, Snapshot round);

    /** Ends a round, in which the GPU may not have answered. */
    default void endRound(Snapshot round) {}

    /** Returns a detector that has one of these for each GPU. */
    static Consumer<Snapshot> ofEach(Supplier<GpuWatch> kind) {
        Map<String, GpuWatch> gpus = new LinkedHashMap<>();
        return (round) -> {
            forEachThatAnswers(
                    round,
                    (gpu, sample) -> gpus.computeIfAbsent(gpu.uuid(), (uuid) -> kind.get())
                            .add(gpu, sample, round));
            gpus.values().forEach((watch) -> watch.endRound(round));
        };
    }

    /** Visits the GPUs that answer. */
    static void forEachThatAnswers(Snapshot round, BiConsumer<EventGpu, GpuSample> visitor) {
        round.byUuid().forEach((uuid, sample) -> {
            if (sample.isRead()) {
                visitor.accept(new EventGpu(sample.index(), uuid), sample);
            }
        });
    }
}
