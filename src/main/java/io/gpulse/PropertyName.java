package io.gpulse;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A property's name in its elements, as relaxed binding compares them: whatever their case, without dashes and
 * underscores. What stands in brackets is one element.
 */
final class PropertyName {

    /** One name that users choose, or the index of a list. */
    static final String CHOSEN = "*";

    /** Stands for a chosen name where none is known. */
    static final String PLACEHOLDER = "NAME";

    /** At the end: one or more of them. */
    static final String ANYTHING = "**";

    private final String written;
    private final List<String> elements;

    private PropertyName(String written, List<String> elements) {
        this.written = written;
        this.elements = elements;
    }

    static PropertyName of(String written) {
        List<String> elements = new ArrayList<>();
        int begin = 0;
        while (begin <= written.length()) {
            boolean inBrackets = begin < written.length() && written.charAt(begin) == '[';
            int close = inBrackets ? written.indexOf(']', begin) : -1;
            int end = close < 0 ? nextBoundary(written, begin + (inBrackets ? 1 : 0)) : close;
            elements.add(written.substring(begin + (inBrackets ? 1 : 0), end));
            int next = close < 0 ? end : close + 1;
            boolean dot = next < written.length() && written.charAt(next) == '.';
            begin = next == written.length() ? next + 1 : next + (dot ? 1 : 0);
        }
        return new PropertyName(written, List.copyOf(elements));
    }

    private static int nextBoundary(String written, int from) {
        int at = from;
        while (at < written.length() && written.charAt(at) != '.' && written.charAt(at) != '[') {
            at++;
        }
        return at;
    }

    /** Whether this is a name that the given one, of a known property, stands for. */
    boolean isMeantBy(PropertyName known) {
        int last = known.elements.size() - 1;
        boolean open = known.elements.get(last).equals(ANYTHING);
        if (open ? this.elements.size() <= last : this.elements.size() != last + 1) {
            return false;
        }
        for (int i = 0; i < (open ? last : last + 1); i++) {
            String element = known.elements.get(i);
            if (!element.equals(CHOSEN) && !uniform(element).equals(uniform(this.elements.get(i)))) {
                return false;
            }
        }
        return this.elements.stream().noneMatch(String::isEmpty);
    }

    private static String uniform(String element) {
        return element.replace("-", "").replace("_", "").toLowerCase(Locale.ROOT);
    }

    /** The name with what the other one has in the places where names are chosen. */
    String withNamesOf(PropertyName other) {
        StringBuilder filled = new StringBuilder();
        for (int i = 0; i < this.elements.size(); i++) {
            String element = this.elements.get(i);
            boolean chosen = element.equals(CHOSEN) || element.equals(ANYTHING);
            String name = i < other.elements.size() ? other.elements.get(i) : PLACEHOLDER;
            filled.append(i == 0 ? "" : ".").append(chosen ? name : element);
        }
        return filled.toString();
    }

    /** The name's endings, itself first, as they are compared with what was misspelt. */
    List<String> endings() {
        List<String> uniform = this.elements.stream().map(PropertyName::uniform).toList();
        List<String> endings = new ArrayList<>();
        for (int i = 0; i < uniform.size(); i++) {
            endings.add(String.join(".", uniform.subList(i, uniform.size())));
        }
        return endings;
    }

    @Override
    public String toString() {
        return this.written;
    }
}
