package io.gpulse.history.accounting;

import io.gpulse.metric.Metric;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The states of a GPU over time: its occupancy, divided further. The names are part of the public contract. */
public enum GpuUse {
    /** The driver no longer reaches the GPU, or requires a reset. */
    LOST(Occupancy.UNKNOWN),
    /** A call of the driver for the GPU does not return. */
    STUCK(Occupancy.UNKNOWN),
    /** Not sampled or not reported. */
    NO_SAMPLES(Occupancy.UNKNOWN),
    /** Active, with clocks reduced for power or heat. */
    THROTTLED(Occupancy.ACTIVE),
    /** No kernel ran, but a process was on the GPU or memory was allocated. */
    HELD_IDLE(Occupancy.HELD_IDLE),
    /** Active, with clocks that are not reduced for power or heat. */
    BUSY(Occupancy.ACTIVE),
    /** No kernel ran, and no process was on the GPU, but a scheduler had assigned it to a job. */
    RESERVED(Occupancy.RESERVED),
    /** No kernel ran, and no process was on the GPU. */
    FREE(Occupancy.FREE);

    /** The reasons for which clocks are reduced for power or heat, if the GPU is not idle. */
    public static final Set<Metric> THROTTLING = Set.of(
            Metric.REASON_POWER_CAP,
            Metric.REASON_HW_SLOWDOWN,
            Metric.REASON_SW_THERMAL,
            Metric.REASON_HW_THERMAL,
            Metric.REASON_POWER_BRAKE);

    /** The states of which an occupancy has several, without the one that has the rest of its time. */
    public static final List<GpuUse> DIVIDED = List.of(THROTTLED, STUCK, LOST);

    private final Occupancy occupancy;

    GpuUse(Occupancy occupancy) {
        this.occupancy = occupancy;
    }

    public Occupancy occupancy() {
        return this.occupancy;
    }

    /** Returns whether this state is shown in place of another one that holds in the same short time. */
    public boolean isWorseThan(GpuUse other) {
        return compareTo(other) < 0;
    }

    /** Returns the name in responses and columns. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
