package io.gpulse.selection;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.gpulse.device.GpuMemory;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.MigSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Metric;
import io.gpulse.view.JsonNumbers;
import io.gpulse.view.ReservationResponse;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Whether a GPU is free, with the facts of the decision.
 *
 * @param category `FREE`; `FREE_BUT`: idle in the whole window, but held, by processes or for a caller, or without
 *     enough free memory;
 *     `NOT_FREE`.
 * @param obstacles Conditions that are not met; empty if it is free.
 * @param since Since when: an unavailable GPU has been in its state; one that is free or held has been idle; a busy one
 *     has been used by its oldest process. Null when unknown.
 * @param maxUtilization Maximum utilization in the window, in percent; null when unknown.
 * @param windowSeconds Time span of that maximum in seconds; null when unknown.
 * @param processes Number of processes that use it; null when unknown.
 * @param freeMemory Free memory in bytes; null when unknown.
 * @param totalMemory Total memory in bytes; null when unknown.
 * @param reservations Jobs to which a scheduler has assigned it or its MIG instances; not listed if empty.
 * @param users Users of its processes; not listed if empty.
 * @param hold For whom it is held; absent when it is not held.
 * @param heldInstances UUIDs of its MIG instances that are held; not listed if empty.
 * @param sharedMemory Whether that memory is the system's: the GPU has none of its own, and other programs use it too.
 */
@Schema(name = "GpuAvailability")
record GpuAvailability(
        @JsonUnwrapped FreeGpu gpu,

        @Schema(example = "FREE_BUT") Category category,

        @Schema(example = "[\"PROCESSES\"]") List<Obstacle.Kind> obstacles,

        @Schema(example = "2026-11-20T09:14:02.003Z") @Nullable
        Instant since,

        @Schema(example = "97") @Nullable Number maxUtilization,

        @Schema(example = "60") @Nullable Number windowSeconds,

        @Schema(example = "2") @Nullable Number processes,

        @Schema(example = "5368709120") @Nullable Number freeMemory,

        @Schema(example = "85899345920") @Nullable Number totalMemory,

        @JsonInclude(JsonInclude.Include.NON_EMPTY) @Schema(requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        List<ReservationResponse> reservations,

        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Schema(example = "[\"mchen\"]", requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        List<String> users,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Schema(requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        Hold.@Nullable For hold,

        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Schema(
                example = "[\"MIG-41d21000-7b1d-4c3e-9f00-2d1c0b9a8e77\"]",
                requiredMode = Schema.RequiredMode.NOT_REQUIRED)
        List<String> heldInstances,

        @Schema(example = "false") boolean sharedMemory) {

    /** Whether a GPU can be used. */
    enum Category {
        /** It meets all conditions. */
        FREE,
        /** It is idle, but held. */
        FREE_BUT,
        /** It is busy or unavailable. */
        NOT_FREE
    }

    /** @param holders of GPUs and MIG instances that are held, by their keys */
    static GpuAvailability of(
            GpuSample gpu,
            List<Obstacle> obstacles,
            RecentUtilization.@Nullable Peak peak,
            Map<String, Hold.For> holders) {
        Category category = category(obstacles);
        return new GpuAvailability(
                FreeGpu.of(gpu),
                category,
                obstacles.stream().map(Obstacle::kind).toList(),
                since(gpu, category),
                peak == null ? null : JsonNumbers.of(peak.most()),
                peak == null ? null : JsonNumbers.seconds(peak.span()),
                number(gpu, Metric.PROCESSES_RUNNING),
                number(gpu, Metric.MEMORY_FREE),
                number(before(gpu), Metric.MEMORY_TOTAL),
                gpu.reservations().stream().map(ReservationResponse::of).toList(),
                users(gpu),
                holders.get(FreeGpu.of(gpu).key()),
                gpu.known().mig().stream()
                        .map(MigSample::uuid)
                        .filter(holders::containsKey)
                        .toList(),
                GpuMemory.isShared(before(gpu).readings()));
    }

    private static List<String> users(GpuSample gpu) {
        return gpu.known().processes().stream()
                .flatMap((process) -> process.readings().word(Metric.PROCESS_USER).stream())
                .distinct()
                .sorted()
                .toList();
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
