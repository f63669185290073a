package io.gpulse.text.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What {@code nvidia-smi -q} prints of a GPU, as a list of lines; nvidia-smi-q.txt holds it.
 *
 * @param lines in the order in which they are printed
 */
record Template(List<Line> lines) {

    static final Template OF_GPU = of(TextFile.lines("nvidia-smi-q.txt"));

    private static final int INDENT = 4;

    /** A line, or what stands for several. */
    sealed interface Line {

        Part part();

        /** How far it is indented, from 0 on. */
        int depth();
    }

    /**
     * Lines that are shown together.
     *
     * @param word of {@code -d} that shows them; empty for those that only the whole log shows
     * @param onRequest whether only that word shows them, and the whole log does not
     * @param conditions all of which have to hold for a GPU to have them
     */
    record Part(String word, boolean onRequest, List<LogCondition> conditions) {

        private static final Pattern FORM = Pattern.compile("\\[(\\w*)( on request)?((?: [a-z]+ \\S+)*)]");

        static final Part WHOLE_LOG = new Part("", false, List.of());

        static Part of(String written) {
            Matcher part = FORM.matcher(written);
            if (!part.matches()) {
                throw new IllegalArgumentException("No part: " + written);
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

    /** Heads the lines below it. */
    record Heading(Part part, int depth, String label) implements Line {}

    /** A property; the first choice that has a value is printed, the last one when none has. */
    record Value(Part part, int depth, List<Choice> choices) implements Line {}

    /**
     * @param unit behind the value, where the property has none itself; may be empty
     * @param where a property without which it has no value; the property itself where it needs no other
     */
    record Choice(String label, String property, String unit, String where) {

        private static final Pattern FORM = Pattern.compile("(.+) = (\\S+)(?: where (\\S+)| (\\S+))?");

        static Choice of(String written) {
            Matcher choice = FORM.matcher(written.strip());
            if (!choice.matches()) {
                throw new IllegalArgumentException("No choice: " + written);
            }
            return new Choice(
                    choice.group(1),
                    choice.group(2),
                    Objects.requireNonNullElse(choice.group(4), ""),
                    Objects.requireNonNullElse(choice.group(3), choice.group(2)));
        }
    }

    /** How many samples there are of a property, and their extremes. */
    record Samples(Part part, int depth, String property) implements Line {}

    /** Who uses the GPU. */
    record Processes(Part part, int depth) implements Line {}

    private static Template of(Stream<String> written) {
        List<Line> lines = new ArrayList<>();
        Part part = Part.WHOLE_LOG;
        for (String line : written.toList()) {
            if (line.startsWith("[")) {
                part = Part.of(line);
            } else {
                lines.add(line(part, line));
            }
        }
        return new Template(List.copyOf(lines));
    }

    private static Line line(Part part, String written) {
        String said = written.strip();
        int depth = (written.length() - written.stripLeading().length()) / INDENT;
        if (said.equals("processes")) {
            return new Processes(part, depth);
        }
        if (said.startsWith("samples ")) {
            return new Samples(part, depth, said.substring("samples ".length()));
        }
        return said.contains(" = ")
                ? new Value(
                        part,
                        depth,
                        Arrays.stream(said.split("\\|")).map(Choice::of).toList())
                : new Heading(part, depth, said);
    }

    /** The words of {@code -d}. */
    Set<String> parts() {
        Set<String> parts = new TreeSet<>();
        this.lines.forEach((line) -> parts.add(line.part().word()));
        parts.remove("");
        return parts;
    }

    /** Only these parts; the whole log when none is named. */
    Template of(Set<String> parts) {
        return new Template(this.lines.stream()
                .filter((line) -> parts.isEmpty()
                        ? !line.part().onRequest()
                        : parts.contains(line.part().word()))
                .toList());
    }
}
