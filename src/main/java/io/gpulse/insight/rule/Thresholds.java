package io.gpulse.insight.rule;

import java.util.HashMap;
import java.util.Map;

/** What a rule compares with, here: in seconds, bytes, percent or counts. */
public final class Thresholds {

    private final Map<String, Double> values;

    private Thresholds(Map<String, Double> values) {
        this.values = values;
    }

    /**
     * What is configured, and for the rest what is usual.
     *
     * @param property the name of what is configured for the rule
     * @throws IllegalArgumentException naming property, value and what is allowed
     */
    public static Thresholds of(Rule rule, String property, Map<String, String> configured) {
        Map<String, Double> values = new HashMap<>();
        rule.thresholds().forEach((threshold) -> {
            String written = configured.get(threshold.name());
            values.put(
                    threshold.name(),
                    written == null ? threshold.usual() : threshold.parse(property + "." + threshold.name(), written));
        });
        return new Thresholds(values);
    }

    /** What is usual. */
    public static Thresholds usual(Rule rule) {
        return of(rule, "", Map.of());
    }

    public double of(String name) {
        Double value = this.values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("The rule has no threshold " + name);
        }
        return value;
    }

    /** In milliseconds. */
    public long millis(String name) {
        return (long) (of(name) * 1000);
    }
}
