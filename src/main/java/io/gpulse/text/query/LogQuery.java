package io.gpulse.text.query;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.web.ProblemException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** {@code nvidia-smi -q}, with {@code -d} in parts, from a snapshot. */
public final class LogQuery {

    private LogQuery() {}

    /** Returns the words of {@code -d}. */
    public static Set<String> parts() {
        return Template.OF_GPU.parts();
    }

    /**
     * Parses {@code -d}.
     *
     * @param parts words separated by commas, case-insensitive; empty for the whole log
     * @throws ProblemException for an unknown word
     */
    public static SmiOutput of(String parts, RecentSamples samples) {
        List<String> words = parts.isEmpty() ? List.of() : Arrays.asList(parts.split(",", -1));
        Set<String> wanted = words.stream()
                .map((word) -> word.strip().toUpperCase(Locale.ROOT))
                .collect(Collectors.toSet());
        if (!parts().containsAll(wanted)) {
            throw ProblemException.badRequest("Failed to parse --display/-d flags");
        }
        return new Log(Template.OF_GPU.of(wanted), samples);
    }

    private record Log(Template template, RecentSamples samples) implements SmiOutput {

        @Override
        public String of(Snapshot snapshot, Predicate<GpuSample> wanted) {
            LogPage page = new LogPage();
            page.begin(snapshot);
            for (GpuSample gpu : snapshot.gpus()) {
                if (wanted.test(gpu)) {
                    page.gpu(GpuRow.of(snapshot, gpu, GpuRow.Sheet.LOG), this.template, this.samples);
                }
            }
            return page.toString();
        }
    }
}
