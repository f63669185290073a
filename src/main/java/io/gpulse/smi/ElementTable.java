package io.gpulse.smi;

import io.gpulse.metric.Metric;
import io.gpulse.metric.NvidiaSmiLog;
import io.gpulse.metric.Reading;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a GPU, or of a MIG device, in {@code nvidia-smi -q -x}, by row. A path consists of the names of the
 * elements below its own: {@code fb_memory_usage/total}.
 *
 * @param paths the places of each row, in the order in which they are tried
 * @param known all paths, including those of elements that have no row
 */
record ElementTable(Map<Metric, List<String>> paths, Set<String> known) {

    static final ElementTable OF_GPU = ofGpu();
    static final ElementTable OF_INSTANCE = ofInstance();

    private static final String OLDER = "older-elements.txt";
    private static final int INDENT = 4;
    private static final String VALUE = " = ";

    /** A heading of the table that is an element. */
    private record Heading(int depth, String path) {}

    /** Returns the places of a row; empty for a row that the XML does not have. */
    List<String> of(Metric metric) {
        return this.paths.getOrDefault(metric, List.of());
    }

    /** Returns the first present reading of a row, by the order of its places, else the first absent one. */
    Reading reading(Metric metric, Map<String, String> texts) {
        Reading absent = null;
        for (String path : of(metric)) {
            Optional<String> text = GpuElement.text(texts, path);
            if (text.isPresent()) {
                Reading reading = SmiText.reading(metric, text.get());
                if (reading instanceof Reading.Present) {
                    return reading;
                }
                absent = absent == null ? reading : absent;
            }
        }
        return absent == null ? Reading.absent(SmiReadings.NOT_PRINTED) : absent;
    }

    private static ElementTable ofGpu() {
        Parser parser = new Parser("");
        parser.addLines(NvidiaSmiLog.lines());
        older().forEach(parser::addPath);
        return new ElementTable(parser.paths, parser.known);
    }

    private static ElementTable ofInstance() {
        Parser parser = new Parser("mig_device/");
        parser.addLines(NvidiaSmiLog.linesOfInstance());
        return new ElementTable(parser.paths, parser.known);
    }

    private static List<String> older() {
        try (InputStream file = Objects.requireNonNull(ElementTable.class.getResourceAsStream(OLDER), OLDER)) {
            return NvidiaSmiLog.lines(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Reads the lines of the table, which are indented below their heading. */
    private static final class Parser {

        private static final Pattern CHOICE = Pattern.compile("[^<]*<(\\w+)> = (\\S+).*");
        private static final Pattern HEADING = Pattern.compile("[^<]*<(\\w+)>");

        private final Map<Metric, List<String>> paths = new EnumMap<>(Metric.class);
        private final Set<String> known = new HashSet<>();
        private final Deque<Heading> headings = new ArrayDeque<>();
        private final String root;

        /** @param root the beginning of all paths in the lines, which is left out */
        Parser(String root) {
            this.root = root;
        }

        void addLines(List<String> lines) {
            lines.stream().filter((line) -> !line.startsWith("[")).forEach(this::addLine);
        }

        private void addLine(String line) {
            String text = line.strip();
            int depth = (line.length() - line.stripLeading().length()) / INDENT;
            while (!this.headings.isEmpty() && this.headings.peek().depth() >= depth) {
                this.headings.pop();
            }
            if (text.contains(VALUE)) {
                for (String choice : text.split("\\|")) {
                    addChoice(choice.strip());
                }
            } else {
                heading(text).ifPresent((element) -> this.headings.push(new Heading(depth, below(element))));
            }
        }

        private static Optional<String> heading(String text) {
            Matcher heading = HEADING.matcher(text);
            return heading.matches() ? Optional.of(heading.group(1)) : Optional.empty();
        }

        private void addChoice(String written) {
            Matcher choice = CHOICE.matcher(written);
            if (choice.matches()) {
                add(below(choice.group(1)).substring(this.root.length()), choice.group(2));
            }
        }

        private String below(String element) {
            Heading above = this.headings.peek();
            return above == null ? element : above.path() + "/" + element;
        }

        void addPath(String line) {
            String[] pathAndProperty = line.split(VALUE);
            add(pathAndProperty[0], pathAndProperty[1]);
        }

        private void add(String path, String property) {
            this.known.add(path);
            @Nullable Metric row = Metric.named(property).orElse(null);
            if (row != null) {
                List<String> places = this.paths.computeIfAbsent(row, (first) -> new ArrayList<>());
                if (!places.contains(path)) {
                    places.add(path);
                }
            }
        }
    }
}
