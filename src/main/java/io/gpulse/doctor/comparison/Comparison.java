package io.gpulse.doctor.comparison;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of laying our values beside nvidia-smi's.
 *
 * @param program where it lies; null when there is none
 * @param sentence what there is to say of it: why nothing was compared, or what it said beside; null for nothing
 * @param compared how many values were laid beside each other
 * @param unknown properties of ours that it does not know
 * @param secrets values seen on the way that tell which board this is
 */
public record Comparison(
        @Nullable String program,
        @Nullable String sentence,
        int compared,
        List<String> unknown,
        List<Disagreement> disagreements,
        List<Secret> secrets) {

    public Comparison {
        unknown = List.copyOf(unknown);
        disagreements = List.copyOf(disagreements);
        secrets = List.copyOf(secrets);
    }

    public static Comparison none(@Nullable String program, String sentence) {
        return new Comparison(program, sentence, 0, List.of(), List.of(), List.of());
    }
}
