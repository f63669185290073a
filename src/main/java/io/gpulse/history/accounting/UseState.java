package io.gpulse.history.accounting;

import io.gpulse.device.GpuSample;
import io.gpulse.metric.Metric;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state of a GPU in an interval.
 *
 * @param cause why the GPU is in it, as in responses; null when unknown, or when there is none
 * @param sampled whether the GPU answered at the end of the interval
 */
public record UseState(GpuUse use, @Nullable String cause, boolean sampled) {

    /** The state between rounds that are too far apart, and of a GPU that is not in a round. */
    static final UseState ABSENT = new UseState(GpuUse.NO_SAMPLES, null, false);

    /** @param reasons the clocks event reasons */
    static UseState of(GpuSample gpu, Set<Metric> reasons) {
        return gpu.isRead() ? ofSampled(Occupancy.of(gpu), reasons) : ofTroubled(gpu);
    }

    private static UseState ofSampled(Occupancy occupancy, Set<Metric> reasons) {
        return switch (occupancy) {
            case ACTIVE -> ofActive(reasons);
            case HELD_IDLE -> new UseState(GpuUse.HELD_IDLE, null, true);
            case FREE -> new UseState(GpuUse.FREE, null, true);
            case RESERVED -> new UseState(GpuUse.RESERVED, null, true);
            case UNKNOWN -> new UseState(GpuUse.NO_SAMPLES, "not_reported", true);
        };
    }

    private static UseState ofActive(Set<Metric> reasons) {
        String cause = reasons.contains(Metric.REASON_IDLE) ? null : throttling(reasons);
        return new UseState(cause == null ? GpuUse.BUSY : GpuUse.THROTTLED, cause, true);
    }

    /** Returns the most severe cause; null when clocks are not reduced. */
    private static @Nullable String throttling(Set<Metric> reasons) {
        if (reasons.contains(Metric.REASON_POWER_BRAKE)) {
            return "brake";
        }
        if (reasons.contains(Metric.REASON_HW_THERMAL) || reasons.contains(Metric.REASON_SW_THERMAL)) {
            return "heat";
        }
        if (reasons.contains(Metric.REASON_HW_SLOWDOWN)) {
            return "hw_slowdown";
        }
        return reasons.contains(Metric.REASON_POWER_CAP) ? "power" : null;
    }

    private static UseState ofTroubled(GpuSample gpu) {
        return switch (gpu.state()) {
            case LOST -> new UseState(GpuUse.LOST, gpu.condition().removed() ? "removed" : null, false);
            case RESET_REQUIRED -> new UseState(GpuUse.LOST, "reset_required", false);
            case STUCK -> new UseState(GpuUse.STUCK, null, false);
            case ATTACHING -> new UseState(GpuUse.NO_SAMPLES, "attaching", false);
            case SLEEPING -> new UseState(GpuUse.NO_SAMPLES, "sleeping", false);
            case STALE -> new UseState(GpuUse.NO_SAMPLES, "stale", false);
            case ERROR -> new UseState(GpuUse.NO_SAMPLES, "error", false);
            case OK, SLOW -> ABSENT;
        };
    }
}
