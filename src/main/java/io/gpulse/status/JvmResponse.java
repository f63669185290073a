package io.gpulse.status;

import io.gpulse.jvm.HeapFlags;
import io.gpulse.jvm.JvmFlag;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How the JVM treats memory. */
@Schema(name = "Jvm", description = "How the JVM treats memory.")
record JvmResponse(
        @Schema(description = "The garbage collector; null when the JVM does not tell.", example = "G1") @Nullable
        String collector,

        @Schema(
                description = "Flags by which G1 returns memory that is not needed; empty with another collector."
                        + " gpulse sets those that nobody gave.")
        List<Flag> flags,

        @Schema(
                description = "Why memory is kept that is not needed, as a sentence; null when it is returned.",
                example = "null")
        @Nullable
        String reason) {

    /** Those that return nothing unless they need memory themselves. */
    private static final Set<String> WITHOUT_TIMER = Set.of("Serial", "Parallel");

    static JvmResponse of(HeapFlags heap) {
        return of(heap.collector().orElse(null), heap.flags());
    }

    static JvmResponse of(@Nullable String collector, List<JvmFlag> flags) {
        return new JvmResponse(collector, flags.stream().map(Flag::of).toList(), reason(collector));
    }

    private static @Nullable String reason(@Nullable String collector) {
        return collector != null && WITHOUT_TIMER.contains(collector)
                ? "The collector " + collector + " has no timer: what it has taken of memory it keeps."
                        + " -XX:+UseG1GC takes one that has, -Xmx bounds the heap."
                : null;
    }

    /** A flag of the JVM. */
    @Schema(name = "JvmFlag", description = "A flag of the JVM.")
    record Flag(
            @Schema(description = "Its name.", example = "MaxHeapFreeRatio")
            String name,

            @Schema(description = "Its value now.", example = "20")
            String value,

            @Schema(
                    description =
                            "Who set it: MANAGEMENT while the JVM ran, as gpulse does; VM_CREATION (command line),"
                                    + " ENVIRON_VAR, CONFIG_FILE, ATTACH_ON_DEMAND, OTHER; DEFAULT or ERGONOMIC:"
                                    + " nobody did.",
                    example = "MANAGEMENT")
            String origin) {

        static Flag of(JvmFlag flag) {
            return new Flag(flag.name(), flag.value(), flag.origin());
        }
    }
}
