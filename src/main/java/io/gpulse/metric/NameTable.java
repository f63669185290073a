package io.gpulse.metric;

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
 * Finds what readers list, by name or by glob: {@code *} stands for any letters, {@code ?} for one. What a list costs
 * is bounded, however it is written.
 *
 * @param <T> what there are names of
 */
public final class NameTable<T> {

    /** Different names that a list may have. */
    public static final int MOST = 512;

    private static final int SUGGESTIONS = 3;
    private static final int LONGEST = 80;
    private static final int MOST_GLOBS = 64;
    private static final Pattern STARS = Pattern.compile("\\*+");

    private final String what;
    private final Map<String, T> named;

    /**
     * @param what begins the sentence about a name that is not there: "There is no metric"
     * @param named of names that are equally near, the first is suggested first
     */
    public NameTable(String what, Map<String, T> named) {
        this.what = what;
        this.named = Collections.unmodifiableMap(new LinkedHashMap<>(named));
    }

    /**
     * The names between commas, each once, without blanks around them, and without those that are empty.
     *
     * @param parameter what the list is called by readers
     * @throws InvalidNamesException when there are too many
     */
    public static List<String> split(String parameter, String written) {
        List<String> names = Arrays.stream(written.split(",", -1))
                .map(String::strip)
                .filter((name) -> !name.isEmpty())
                .distinct()
                .toList();
        if (names.size() > MOST) {
            throw new InvalidNamesException(
                    parameter + "= lists " + names.size() + " different names; it takes at most " + MOST + ".");
        }
        return names;
    }

    /** @throws InvalidNamesException when one of them finds nothing, or there are too many globs */
    public Set<T> findAll(String parameter, List<String> names) {
        // Each of them looks at every name of the table.
        long globs = names.stream().filter(NameTable::isGlob).count();
        if (globs > MOST_GLOBS) {
            throw new InvalidNamesException(globs + " different globs are too many; " + parameter + "= takes at most "
                    + MOST_GLOBS + ", and " + MOST + " keys.");
        }
        return names.stream().map(this::find).flatMap(Collection::stream).collect(Collectors.toSet());
    }

    private Set<T> find(String name) {
        T single = this.named.get(name);
        Set<T> found = isGlob(name) ? matching(name) : single == null ? Set.of() : Set.of(single);
        if (found.isEmpty()) {
            String asked = name.substring(0, Math.min(name.length(), LONGEST));
            throw new InvalidNamesException(this.what + " '" + asked + "'. The nearest are "
                    + String.join(", ", nearest(asked)) + "; all are listed at /api/v1/catalogue.");
        }
        return found;
    }

    private static boolean isGlob(String name) {
        return name.indexOf('*') >= 0 || name.indexOf('?') >= 0;
    }

    /** No name is so long that a longer glob, without repeated stars, could match it. */
    private Set<T> matching(String written) {
        String glob = STARS.matcher(written).replaceAll("*");
        return glob.length() > 2 * LONGEST
                ? Set.of()
                : this.named.entrySet().stream()
                        .filter((entry) -> matches(glob, entry.getKey()))
                        .map(Map.Entry::getValue)
                        .collect(Collectors.toSet());
    }

    /** Goes back to the last star only, so that a glob full of stars costs no more than any other. */
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
