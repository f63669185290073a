package io.gpulse.fleet;

import java.util.List;

/** The class of a GPU: each GPU is in the first one that applies. The names are part of the public contract. */
enum GpuClass {
    /** Its machine does not answer, it has not been sampled, or its use is not known. */
    UNKNOWN,
    /** It cannot be used, or an alert about its hardware is active. */
    TROUBLE,
    /** A process holds it, and no kernel has run for 15 minutes. */
    HELD_IDLE,
    /** A scheduler has assigned it to a job, and no process is on it. */
    RESERVED,
    /** It is free by the usual conditions of {@code /api/v1/gpus/free}. */
    FREE,
    /** Another one: a process is on it, its memory is used, or it was used a moment ago. */
    WORKING;

    static final List<GpuClass> ALL = List.of(values());
}
