package io.gpulse.web.parameter;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Spelling;
import io.gpulse.web.ProblemException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The lookup of listed names and globs, in which {@code *} matches any characters and {@code ?} one. The cost of a list
 * is limited, whatever it contains.
 *
 * @param <T> the named things
 */
public final class NameTable<T> {

    /** The maximum number of different names in a list. */
    public static final int MOST = 512;

    private static final int SUGGESTIONS = 3;
    private static final int LONGEST = 80;
    private static final int MOST_GLOBS = 64;
    private static final Pattern STARS = Pattern.compile("\\*+");

    /** The catalogue. */
    public static final NameTable<Metric> METRICS = new NameTable<>("There is no metric", metrics());

    private final String what;
    private final Map<String, T> named;

    /**
     * @param what the beginning of the sentence about an unknown name: "There is no metric"
     * @param named by name; of equally near names the first is suggested first
     */
    public NameTable(String what, Map<String, T> named) {
        this.what = what;
        this.named = Collections.unmodifiableMap(new LinkedHashMap<>(named));
    }

    private static Map<String, Metric> metrics() {
        Map<String, Metric> metrics = new LinkedHashMap<>();
        Arrays.stream(Metric.values()).forEach((metric) -> metrics.put(metric.key(), metric));
        return metrics;
    }

    /**
     * Returns the names between commas, each once, without surrounding blanks and without empty names.
     *
     * @param parameter the name of the list
     * @throws ProblemException when there are too many
     */
    public static List<String> split(String parameter, String written) {
        List<String> names = Arrays.stream(written.split(",", -1))
                .map(String::strip)
                .filter((name) -> !name.isEmpty())
                .distinct()
                .toList();
        if (names.size() > MOST) {
            throw ProblemException.badRequest(
                    parameter + "= lists " + names.size() + " different names; it takes at most " + MOST + ".");
        }
        return names;
    }

    /**
     * Splits a list as {@link #split} does.
     *
     * @param absence the meaning of a missing list
     * @throws ProblemException when there are no names, or too many
     */
    public static List<String> names(String parameter, String written, String absence) {
        List<String> names = split(parameter, written);
        if (names.isEmpty()) {
            throw ProblemException.badRequest(parameter + "= is empty; omit it for " + absence + ".");
        }
        return names;
    }

    /** @throws ProblemException when one of them matches nothing, or there are too many globs */
    public Set<T> findAll(String parameter, List<String> names) {
        // Each glob is compared with every name of the table.
        long globs = names.stream().filter(NameTable::isGlob).count();
        if (globs > MOST_GLOBS) {
            throw ProblemException.badRequest(globs + " different globs are too many; " + parameter + "= takes at most "
                    + MOST_GLOBS + ", and " + MOST + " keys.");
        }
        return names.stream().map(this::find).flatMap(Collection::stream).collect(Collectors.toSet());
    }

    private Set<T> find(String name) {
        T single = this.named.get(name);
        Set<T> found = isGlob(name) ? matching(name) : single == null ? Set.of() : Set.of(single);
        if (found.isEmpty()) {
            String shown = name.substring(0, Math.min(name.length(), LONGEST));
            throw ProblemException.badRequest(this.what + " '" + shown + "'. The nearest are "
                    + String.join(", ", nearest(shown)) + "; all are listed at /api/v1/catalogue.");
        }
        return found;
    }

    private static boolean isGlob(String name) {
        return name.indexOf('*') >= 0 || name.indexOf('?') >= 0;
    }

    /** Returns the things whose names match a glob. A glob that is longer than any name could match is skipped. */
    private Set<T> matching(String written) {
        String glob = STARS.matcher(written).replaceAll("*");
        return glob.length() > 2 * LONGEST
                ? Set.of()
                : this.named.entrySet().stream()
                        .filter((entry) -> matches(glob, entry.getKey()))
                        .map(Map.Entry::getValue)
                        .collect(Collectors.toSet());
    }

    /** Matches with backtracking to the last star only, so that a glob full of stars costs no more than any other. */
    static boolean matches(String glob, String key) {
        int star = -1;
        int resumeAt = 0;
        int at = 0;
        int letter = 0;
        while (letter < key.length()) {
            if (at < glob.length() && glob.charAt(at) == '*') {
                star = at++;
                resumeAt = letter;
            } else if (at < glob.length() && (glob.charAt(at) == '?' || glob.charAt(at) == key.charAt(letter))) {
                at++;
                letter++;
            } else if (star >= 0) {
                at = star + 1;
                letter = ++resumeAt;
            } else {
                return false;
            }
        }
        return glob.substring(at).chars().allMatch((rest) -> rest == '*');
    }

    private List<String> nearest(String name) {
        Map<String, Integer> distances = this.named.keySet().stream()
                .collect(Collectors.toMap(Function.identity(), (known) -> Spelling.distance(name, known)));
        return this.named.keySet().stream()
                .sorted(Comparator.comparing(distances::get))
                .limit(SUGGESTIONS)
                .toList();
    }
}
