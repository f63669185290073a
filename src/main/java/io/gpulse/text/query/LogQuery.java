package io.gpulse.text.query;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.web.ProblemException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.http.MediaType;

/** {@code nvidia-smi -q}, with {@code -d} in parts and with {@code -x} as XML, from a snapshot. */
public final class LogQuery {

    private static final MediaType TYPE = new MediaType(MediaType.APPLICATION_XML, StandardCharsets.UTF_8);

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
        return new Log(template(parts, Template.Output.LOG), samples);
    }

    /**
     * Parses {@code -d} of {@code -q -x}.
     *
     * @param parts the same
     * @throws ProblemException for an unknown word
     */
    public static SmiOutput xml(String parts) {
        return new Xml(template(parts, Template.Output.XML));
    }

    private static Template template(String parts, Template.Output output) {
        List<String> words = parts.isEmpty() ? List.of() : Arrays.asList(parts.split(",", -1));
        Set<String> wanted = words.stream()
                .map((word) -> word.strip().toUpperCase(Locale.ROOT))
                .collect(Collectors.toSet());
        if (!parts().containsAll(wanted)) {
            throw ProblemException.badRequest("Failed to parse --display/-d flags");
        }
        return Template.OF_GPU.of(wanted, output);
    }

    private record Log(Template template, RecentSamples samples) implements SmiOutput {

        @Override
        public String of(Snapshot snapshot, Predicate<GpuSample> wanted) {
            LogPage page = new LogPage();
            page.begin(snapshot);
            rows(snapshot, wanted).forEach((row) -> page.gpu(row, this.template, this.samples));
            return page.toString();
        }
    }

    private record Xml(Template template) implements SmiOutput {

        @Override
        public MediaType type() {
            return TYPE;
        }

        @Override
        public String of(Snapshot snapshot, Predicate<GpuSample> wanted) {
            XmlPage page = new XmlPage();
            page.begin(snapshot);
            rows(snapshot, wanted).forEach((row) -> page.gpu(row, this.template));
            return page.end();
        }
    }

    private static Stream<GpuRow> rows(Snapshot snapshot, Predicate<GpuSample> wanted) {
        return snapshot.gpus().stream().filter(wanted).map((gpu) -> GpuRow.of(snapshot, gpu, GpuRow.Sheet.LOG));
    }
}
