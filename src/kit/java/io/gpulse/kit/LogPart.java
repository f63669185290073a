package io.gpulse.kit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/** The output of {@code nvidia-smi -q}, as values by their headings: {@code GPU 0 / FB Memory Usage / Total}. */
final class LogPart {

    private static final String GPU = "GPU ";

    private LogPart() {}

    private record Heading(int indent, String label) {}

    /** Values by path, in their order; a path that comes again is numbered. */
    static Map<String, String> parse(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        Deque<Heading> headings = new ArrayDeque<>();
        int gpus = 0;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            if (line.isBlank() || line.startsWith("=")) {
                continue;
            }
            int indent = line.length() - line.stripLeading().length();
            while (!headings.isEmpty() && headings.peekLast().indent() >= indent) {
                headings.removeLast();
            }
            int colon = line.indexOf(" : ") >= 0
                    ? line.indexOf(" : ")
                    : line.stripTrailing().indexOf(" :");
            boolean gpu = indent == 0 && line.startsWith(GPU) && colon < 0;
            String label = gpu ? GPU + gpus++ : (colon < 0 ? line : line.substring(0, colon)).strip();
            if (colon >= 0) {
                put(values, path(headings, label), line.substring(colon + 2).strip());
            }
            headings.addLast(new Heading(indent, label));
        }
        return values;
    }

    private static String path(Deque<Heading> headings, String label) {
        StringBuilder path = new StringBuilder();
        headings.forEach((heading) -> path.append(heading.label()).append(" / "));
        return path.append(label).toString();
    }

    private static void put(Map<String, String> values, String path, String value) {
        String name = path;
        for (int i = 2; values.containsKey(name); i++) {
            name = path + " #" + i;
        }
        values.put(name, value);
    }
}
