package io.gpulse.selection;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.gpulse.device.GpuMemory;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Metric;
import io.gpulse.view.JsonNumbers;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Whether one GPU is free, with the facts of the decision. */
@Schema(name = "GpuAvailability", description = "Whether a GPU is free, with the facts of the decision.")
record GpuAvailability(
        @JsonUnwrapped FreeGpusResponse.Gpu gpu,

        @Schema(
                description = "`FREE`; `FREE_BUT`: idle in the whole window, but held by processes or without enough"
                        + " free memory; `NOT_FREE`.",
                example = "FREE_BUT")
        Category category,

        @Schema(description = "Conditions that are not met; empty if it is free.", example = "[\"PROCESSES\"]")
        List<Obstacle.Kind> obstacles,

        @Schema(
                description = "Since when: an unavailable GPU has been in its state; one that is free or held has been"
                        + " idle; a busy one has been used by its oldest process. Null when unknown.",
                example = "2026-11-20T09:14:02.003Z")
        @Nullable
        Instant since,

        @Schema(description = "Maximum utilization in the window, in percent; null when unknown.", example = "97")
        @Nullable
        Number maxUtilization,

        @Schema(description = "Time span of that maximum in seconds; null when unknown.", example = "60") @Nullable
        Number windowSeconds,

        @Schema(description = "Number of processes that use it; null when unknown.", example = "2") @Nullable
        Number processes,

        @Schema(description = "Free memory in bytes; null when unknown.", example = "5368709120") @Nullable
        Number freeMemory,

        @Schema(description = "Total memory in bytes; null when unknown.", example = "85899345920") @Nullable
        Number totalMemory,

        @Schema(
                description = "Whether that memory is the system's: the GPU has none of its own, and other programs use"
                        + " it too.",
                example = "false")
        boolean sharedMemory) {

    /** Whether a GPU can be used. */
    enum Category {
        /** It meets all conditions. */
        FREE,
        /** It is idle, but held. */
        FREE_BUT,
        /** It is busy or unavailable. */
        NOT_FREE
    }

    static GpuAvailability of(GpuSample gpu, List<Obstacle> obstacles, RecentUtilization.@Nullable Peak peak) {
        Category category = category(obstacles);
        return new GpuAvailability(
                FreeGpusResponse.Gpu.of(gpu),
                category,
                obstacles.stream().map(Obstacle::kind).toList(),
                since(gpu, category),
                peak == null ? null : JsonNumbers.of(peak.most()),
                peak == null ? null : JsonNumbers.seconds(peak.span()),
                number(gpu, Metric.PROCESSES_RUNNING),
                number(gpu, Metric.MEMORY_FREE),
                number(before(gpu), Metric.MEMORY_TOTAL),
                GpuMemory.isShared(before(gpu).readings()));
    }

    private static Category category(List<Obstacle> obstacles) {
        if (obstacles.isEmpty()) {
            return Category.FREE;
        }
        return obstacles.stream().allMatch(Obstacle::isRemovable) ? Category.FREE_BUT : Category.NOT_FREE;
    }

    private static @Nullable Instant since(GpuSample gpu, Category category) {
        if (gpu.state() != GpuState.OK) {
            return gpu.condition().since();
        }
        Instant idle = gpu.activity().idleSince();
        Instant used = gpu.known().processes().stream()
                .map(ProcessSample::startedAt)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .orElse(null);
        // The pauses of a busy program are not when the use of its GPU began.
        boolean byUse = idle == null || (category == Category.NOT_FREE && used != null);
        return byUse && category != Category.FREE ? used : idle;
    }

    /** Returns the GPU; one that is not read with its last readings, for those that do not change. */
    private static GpuSample before(GpuSample gpu) {
        GpuSample.Last last = gpu.last();
        return last == null ? gpu : gpu.with(last.known());
    }

    private static @Nullable Number number(GpuSample gpu, Metric metric) {
        OptionalDouble value = gpu.readings().number(metric);
        return value.isPresent() ? JsonNumbers.of(value.getAsDouble()) : null;
    }
}
