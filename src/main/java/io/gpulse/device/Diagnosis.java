package io.gpulse.device;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The findings of opening a source.
 *
 * @param reason why there are no GPUs, as a sentence; null when there are
 * @param checks in the order in which they were made
 * @param steps what a person can do about the reason
 */
public record Diagnosis(@Nullable String reason, List<Check> checks, List<Step> steps) {

    public static final Diagnosis UNKNOWN = new Diagnosis(null, List.of(), List.of());

    public Diagnosis {
        checks = List.copyOf(checks);
        steps = List.copyOf(steps);
    }

    /** The result of a check. */
    public enum Outcome {
        PASSED,
        FAILED,
        NOT_CHECKED
    }

    /** One check. */
    public record Check(
            String name,
            String title,
            Outcome outcome,
            @Nullable String detail) {}

    /** One step towards a solution. */
    public record Step(String title, @Nullable String command) {}
}
