package io.gpulse.api;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Spelling;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds metrics by key or by glob: {@code *} stands for any letters, {@code ?} for one. */
final class MetricNames {

    private static final int SUGGESTIONS = 3;
    private static final int LONGEST = 80;
    private static final int MOST_GLOBS = 64;
    private static final Pattern STARS = Pattern.compile("\\*+");

    private MetricNames() {}

    /** @throws Refusal when one of them finds nothing, or there are too many globs, each of which looks at every key */
    static Set<Metric> findAll(List<String> names) {
        long globs = names.stream().filter(MetricNames::isGlob).count();
        if (globs > MOST_GLOBS) {
            throw Refusal.badRequest(globs + " different globs are too many; metrics= takes at most " + MOST_GLOBS
                    + ", and " + NameList.MOST + " keys.");
        }
        return names.stream().flatMap((name) -> find(name).stream()).collect(Collectors.toSet());
    }

    static Set<Metric> find(String name) {
        Set<Metric> found =
                isGlob(name) ? matching(name) : Metric.named(name).stream().collect(Collectors.toSet());
        if (found.isEmpty()) {
            String asked = name.substring(0, Math.min(name.length(), LONGEST));
            throw Refusal.badRequest("There is no metric '" + asked + "'. The nearest are "
                    + String.join(", ", nearest(asked)) + "; all are listed at /api/v1/catalogue.");
        }
        return found;
    }

    private static boolean isGlob(String name) {
        return name.indexOf('*') >= 0 || name.indexOf('?') >= 0;
    }

    /** No key is so long that a longer glob, without repeated stars, could match it. */
    private static Set<Metric> matching(String written) {
        String glob = STARS.matcher(written).replaceAll("*");
        return glob.length() > 2 * LONGEST
                ? Set.of()
                : Arrays.stream(Metric.values())
                        .filter((metric) -> matches(glob, metric.key()))
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

    static List<String> nearest(String name) {
        Map<String, Integer> distances = Arrays.stream(Metric.values())
                .collect(Collectors.toMap(Metric::key, (metric) -> Spelling.distance(name, metric.key())));
        return Arrays.stream(Metric.values())
                .map(Metric::key)
                .sorted(Comparator.comparing(distances::get))
                .limit(SUGGESTIONS)
                .toList();
    }
}
