package io.gpulse.kit;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The properties and parts in the help of nvidia-smi. */
final class SmiHelp {

    /** Names of the parts of the log, between commas; drivers forget some commas. */
    private static final Pattern PARTS =
            Pattern.compile("--display=\\s+Display only selected information:((?:[\\s,]+[A-Z][A-Z_]+)+)(?=\\s)");

    private static final Pattern QUOTED = Pattern.compile("\"([A-Za-z][\\w.]*)\"");
    private static final Pattern PROPERTY_LINE =
            Pattern.compile("\"[A-Za-z][\\w.]*\"(?:,?\\s*(?:or|and)?\\s*\"[A-Za-z][\\w.]*\")*\\s*");

    private SmiHelp() {}

    /** Returns all names of {@code --help-query-gpu}, aliases included, in its order. */
    static List<String> properties(String help) {
        Set<String> names = new LinkedHashSet<>();
        help.lines().filter((line) -> PROPERTY_LINE.matcher(line).matches()).forEach((line) -> {
            Matcher quoted = QUOTED.matcher(line);
            while (quoted.find()) {
                names.add(quoted.group(1));
            }
        });
        return List.copyOf(names);
    }

    /** Returns the parts of the log that {@code --help} lists for {@code --display=}. */
    static List<String> parts(String help) {
        Matcher parts = PARTS.matcher(help);
        return parts.find() ? List.of(parts.group(1).strip().split("[\\s,]+")) : List.of();
    }
}
