package io.gpulse.device;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was found when a source was opened.
 *
 * @param reason why there are no GPUs, as a sentence; null when there are
 * @param checks what was looked at, in order
 * @param steps what a person can do about it
 */
public record Diagnosis(@Nullable String reason, List<Check> checks, List<Step> steps) {

    public static final Diagnosis UNKNOWN = new Diagnosis(null, List.of(), List.of());

    public Diagnosis {
        checks = List.copyOf(checks);
        steps = List.copyOf(steps);
    }

    /** How a check came out. */
    public enum Outcome {
        PASSED,
        FAILED,
        NOT_CHECKED
    }

    /** One thing that was checked. */
    public record Check(
            String name,
            String title,
            Outcome outcome,
            @Nullable String detail) {}

    /** One thing to do. */
    public record Step(String title, @Nullable String command) {}
}
