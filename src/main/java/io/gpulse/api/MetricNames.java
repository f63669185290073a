package io.gpulse.api;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Spelling;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds metrics by key or by glob: {@code *} stands for any letters, {@code ?} for one. */
final class MetricNames {

    private static final int SUGGESTIONS = 3;
    private static final int LONGEST = 80;

    private MetricNames() {}

    static Set<Metric> find(String name) {
        Set<Metric> found = Arrays.stream(Metric.values())
                .filter((metric) -> matches(name, metric.key()))
                .collect(Collectors.toSet());
        if (found.isEmpty()) {
            String asked = name.substring(0, Math.min(name.length(), LONGEST));
            throw Refusal.badRequest("There is no metric '" + asked + "'. The nearest are "
                    + String.join(", ", nearest(asked)) + "; all are listed at /api/v1/catalogue.");
        }
        return found;
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
