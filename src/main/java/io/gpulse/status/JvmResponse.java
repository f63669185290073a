package io.gpulse.status;

import io.gpulse.jvm.HeapFlags;
import io.gpulse.jvm.JvmFlag;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Memory management of the JVM.
 *
 * @param collector The garbage collector; null when unknown.
 * @param flags Flags that make G1 return unused memory; empty with another collector. gpulse sets those that are not
 *     configured.
 * @param reason Why unused memory is not returned, as a sentence; null when it is.
 */
@Schema(name = "Jvm")
record JvmResponse(
        @Schema(example = "G1") @Nullable String collector,

        List<Flag> flags,

        @Schema(example = "null") @Nullable String reason) {

    /** Collectors that return memory only during a collection that an allocation causes. */
    private static final Set<String> WITHOUT_TIMER = Set.of("Serial", "Parallel");

    static JvmResponse of(HeapFlags heap) {
        return of(heap.collector().orElse(null), heap.flags());
    }

    static JvmResponse of(@Nullable String collector, List<JvmFlag> flags) {
        return new JvmResponse(collector, flags.stream().map(Flag::of).toList(), reason(collector));
    }

    private static @Nullable String reason(@Nullable String collector) {
        return collector != null && WITHOUT_TIMER.contains(collector)
                ? "The collector " + collector + " has no timer, so unused memory is not returned."
                        + " Use -XX:+UseG1GC, or limit the heap with -Xmx."
                : null;
    }

    /**
     * A flag of the JVM.
     *
     * @param name Name.
     * @param value Current value.
     * @param origin Origin of the value: MANAGEMENT (set at run time, as gpulse does), VM_CREATION (command line),
     *     ENVIRON_VAR, CONFIG_FILE, ATTACH_ON_DEMAND, OTHER, DEFAULT or ERGONOMIC.
     */
    @Schema(name = "JvmFlag")
    record Flag(
            @Schema(example = "MaxHeapFreeRatio") String name,

            @Schema(example = "20") String value,

            @Schema(example = "MANAGEMENT") String origin) {

        static Flag of(JvmFlag flag) {
            return new Flag(flag.name(), flag.value(), flag.origin());
        }
    }
}
