package io.gpulse.selection;

/**
 * A reason against a GPU.
 *
 * @param sentence the reason in English
 */
record Obstacle(Kind kind, String sentence) {

    /** The condition that a GPU does not meet. */
    enum Kind {
        /** It does not respond, is being attached, or sleeps. */
        STATE,
        /** It is split into MIG instances. */
        MIG,
        /** Its product name does not contain the requested text. */
        MODEL,
        /** It was busier than allowed in the window. */
        UTILIZATION,
        /** Its utilization is unknown. */
        UTILIZATION_UNKNOWN,
        /** It responded again only recently. */
        RETURNED,
        /** A scheduler has assigned it to a job. */
        RESERVED,
        /** It is held for another caller: `/api/v1/holds`. */
        HELD,
        /** Processes use it, or its processes are unknown and its memory is in use. */
        PROCESSES,
        /** Its compute mode admits no program at all. */
        PROHIBITED,
        /** Its compute mode admits one process, and there is one. */
        EXCLUSIVE,
        /** Its memory is in use. */
        MEMORY_USED,
        /** Less memory is free than requested. */
        MEMORY_FREE,
        /** It has less memory than requested. */
        MEMORY_TOTAL,
        /** Its used or free memory is unknown. */
        MEMORY_UNKNOWN
    }

    /** Returns whether the GPU is idle and its present users could give it up. */
    boolean isRemovable() {
        return switch (this.kind) {
            case HELD, PROCESSES, EXCLUSIVE, MEMORY_USED, MEMORY_FREE -> true;
            default -> false;
        };
    }
}
