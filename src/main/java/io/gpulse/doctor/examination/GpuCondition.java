package io.gpulse.doctor.examination;

import io.gpulse.device.GpuState;

/** The condition of an examined GPU. The names are part of the public contract. */
public enum GpuCondition {
    ATTACHING,
    OK,
    SLOW,
    LOST,
    STUCK,
    RESET_REQUIRED,
    ERROR,
    SLEEPING,
    STALE,

    /** Other GPUs used all the time; this one was not, or not completely, examined. */
    NO_TIME_LEFT;

    static GpuCondition of(GpuState state) {
        return valueOf(state.name());
    }
}
