package io.gpulse.history.summary;

import io.gpulse.device.workload.Workload;
import io.gpulse.history.accounting.ProcessAccount;
import org.jspecify.annotations.Nullable;

/** The owners by which usage is added up. The names are part of the public contract. */
enum UsageBy {
    /** The users of processes. */
    USER,
    /** Jobs, as in {@code /api/v1/jobs}. */
    JOB,
    /** Pods, by UID. */
    POD,
    /** Containers, by id. */
    CONTAINER,
    /** Kernels of notebooks, by id. */
    NOTEBOOK,
    /** GPUs, by index. */
    GPU;

    /** Returns the owner of a process; null when it is unknown, or there is none, as for GPUs. */
    @Nullable
    String of(ProcessAccount process, @Nullable String job) {
        return switch (this) {
            case USER -> process.identity().user();
            case JOB -> job;
            case POD -> id(process, Workload.Kind.POD);
            case CONTAINER -> id(process, Workload.Kind.CONTAINER);
            case NOTEBOOK -> id(process, Workload.Kind.KERNEL);
            case GPU -> null;
        };
    }

    private static @Nullable String id(ProcessAccount process, Workload.Kind kind) {
        return process.identity().membership().kind() == kind
                ? process.identity().membership().id()
                : null;
    }
}
