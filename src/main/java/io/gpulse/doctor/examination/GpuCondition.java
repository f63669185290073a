package io.gpulse.doctor.examination;

import io.gpulse.device.GpuState;

/** How a GPU was found. The names are part of the public contract. */
public enum GpuCondition {
    ATTACHING,
    OK,
    LOST,
    STUCK,
    RESET_REQUIRED,
    ERROR,
    SLEEPING,

    /** Other GPUs took all the time that there was: it was not looked at, or not to the end. */
    NO_TIME_LEFT;

    static GpuCondition of(GpuState state) {
        return switch (state) {
            case ATTACHING -> ATTACHING;
            case OK -> OK;
            case LOST -> LOST;
            case STUCK -> STUCK;
            case RESET_REQUIRED -> RESET_REQUIRED;
            case ERROR -> ERROR;
            case SLEEPING -> SLEEPING;
        };
    }
}
