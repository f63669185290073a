package io.gpulse.text.query;

import io.gpulse.metric.NvidiaSmiLog;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The lines of {@code nvidia-smi -q} for a GPU, and the elements of {@code nvidia-smi -q -x}, from nvidia-smi-q.txt.
 *
 * @param lines in order
 */
record Template(List<Line> lines) {

    static final Template OF_GPU = of(NvidiaSmiLog.lines());

    private static final int INDENT = 4;

    /** A line, or a placeholder for several. */
    sealed interface Line {

        Part part();

        /** Returns the depth of indentation, from 0. */
        int depth();
    }

    /**
     * Lines that are shown together.
     *
     * @param word of {@code -d} that shows them; empty for lines that only the whole log shows
     * @param onRequest whether only that word shows them, not the whole log
     * @param conditions which must all hold
     */
    record Part(String word, boolean onRequest, List<LogCondition> conditions) {

        private static final Pattern FORM = Pattern.compile("\\[(\\w*)( on request)?((?: [a-z]+ \\S+)*)]");

        static final Part WHOLE_LOG = new Part("", false, List.of());

        static Part of(String written) {
            Matcher part = FORM.matcher(written);
            if (!part.matches()) {
                throw new IllegalArgumentException("Invalid part: " + written);
            }
            String[] words = part.group(3).strip().split(" ");
            List<LogCondition> conditions = new ArrayList<>();
            for (int word = 0; word + 1 < words.length; word += 2) {
                LogCondition.Kind kind = LogCondition.Kind.valueOf(words[word].toUpperCase(Locale.ROOT));
                conditions.add(new LogCondition(kind, words[word + 1]));
            }
            return new Part(part.group(1), part.group(2) != null, List.copyOf(conditions));
        }
    }

    /**
     * A heading for the lines below it.
     *
     * @param tag its names in the log and in XML
     */
    record Heading(Part part, int depth, Tag tag) implements Line {}

    /** A property: the first choice that has a value, or the last one. */
    record Value(Part part, int depth, List<Choice> choices) implements Line {}

    /**
     * The names of a line.
     *
     * @param label in the log; empty for a line that only the XML has
     * @param element in XML; empty for a line that only the log has
     */
    record Tag(String label, String element) {

        private static final Pattern FORM = Pattern.compile("([^<]*?)\\s*(?:<(\\w+)>)?");

        static Tag of(String written) {
            Matcher tag = FORM.matcher(written.strip());
            if (!tag.matches()) {
                throw new IllegalArgumentException("Invalid name: " + written);
            }
            return new Tag(tag.group(1), Objects.requireNonNullElse(tag.group(2), ""));
        }

        boolean isIn(Output output) {
            return !(output == Output.LOG ? this.label : this.element).isEmpty();
        }
    }

    /** The outputs that have the lines. */
    enum Output {
        LOG,
        XML
    }

    /**
     * A property with its names.
     *
     * @param unit printed after the value when the property has no unit; may be empty
     * @param where a property that must have a value; the property itself if there is no condition
     */
    record Choice(Tag tag, String property, String unit, String where) {

        private static final Pattern FORM = Pattern.compile("(.+) = (\\S+)(?: where (\\S+)| (\\S+))?");

        static Choice of(String written) {
            Matcher choice = FORM.matcher(written.strip());
            if (!choice.matches()) {
                throw new IllegalArgumentException("Invalid choice: " + written);
            }
            return new Choice(
                    Tag.of(choice.group(1)),
                    choice.group(2),
                    Objects.requireNonNullElse(choice.group(4), ""),
                    Objects.requireNonNullElse(choice.group(3), choice.group(2)));
        }
    }

    /** The number of samples of a property, and their extremes. */
    record Samples(Part part, int depth, String property) implements Line {}

    /** The processes on the GPU. */
    record Processes(Part part, int depth) implements Line {}

    /** The MIG instances of the GPU. */
    record MigDevices(Part part, int depth) implements Line {}

    static Template of(List<String> written) {
        List<Line> lines = new ArrayList<>();
        Part part = Part.WHOLE_LOG;
        for (String line : written) {
            if (line.startsWith("[")) {
                part = Part.of(line);
            } else {
                lines.add(line(part, line));
            }
        }
        return new Template(List.copyOf(lines));
    }

    private static Line line(Part part, String written) {
        String text = written.strip();
        int depth = (written.length() - written.stripLeading().length()) / INDENT;
        if (text.equals("processes")) {
            return new Processes(part, depth);
        }
        if (text.equals("mig devices")) {
            return new MigDevices(part, depth);
        }
        if (text.startsWith("samples ")) {
            return new Samples(part, depth, text.substring("samples ".length()));
        }
        return text.contains(" = ")
                ? new Value(
                        part,
                        depth,
                        Arrays.stream(text.split("\\|")).map(Choice::of).toList())
                : new Heading(part, depth, Tag.of(text));
    }

    /** Returns the words of {@code -d}. */
    Set<String> parts() {
        Set<String> parts = new TreeSet<>();
        this.lines.forEach((line) -> parts.add(line.part().word()));
        parts.remove("");
        return parts;
    }

    /** Returns the lines of these parts in an output; of the whole output when no part is given. */
    Template of(Set<String> parts, Output output) {
        return new Template(this.lines.stream()
                .filter((line) -> isIn(output, line))
                .filter((line) -> parts.isEmpty()
                        ? output == Output.XML || !line.part().onRequest()
                        : parts.contains(line.part().word()))
                .toList());
    }

    private static boolean isIn(Output output, Line line) {
        if (line instanceof Heading heading) {
            return heading.tag().isIn(output);
        }
        if (line instanceof Value value) {
            return value.choices().get(0).tag().isIn(output);
        }
        return output == Output.LOG || !(line instanceof Samples);
    }
}
