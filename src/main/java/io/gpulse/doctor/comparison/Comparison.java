package io.gpulse.doctor.comparison;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a comparison with nvidia-smi.
 *
 * @param program the path of nvidia-smi; null without one
 * @param sentence the reason why nothing was compared, or a warning of nvidia-smi; null for neither
 * @param compared the number of compared values
 * @param unknown gpulse's metrics that nvidia-smi does not support
 */
public record Comparison(
        @Nullable String program,
        @Nullable String sentence,
        int compared,
        List<String> unknown,
        List<Disagreement> disagreements) {

    public Comparison {
        unknown = List.copyOf(unknown);
        disagreements = List.copyOf(disagreements);
    }

    public static Comparison none(@Nullable String program, String sentence) {
        return new Comparison(program, sentence, 0, List.of(), List.of());
    }
}
