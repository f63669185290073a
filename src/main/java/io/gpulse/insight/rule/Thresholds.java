package io.gpulse.insight.rule;

import java.util.Map;
import java.util.stream.Collectors;

/** The thresholds of a rule in use, in seconds, bytes, percent or counts. */
public final class Thresholds {

    private final Map<String, Double> values;

    private Thresholds(Map<String, Double> values) {
        this.values = values;
    }

    /**
     * Returns the configured values, and the defaults of the others.
     *
     * @param property the prefix of the properties of the rule
     * @throws IllegalArgumentException with the property, the value and the allowed range
     */
    public static Thresholds of(Rule rule, String property, Map<String, String> configured) {
        return new Thresholds(rule.thresholds().stream().collect(Collectors.toMap(Threshold::name, (threshold) -> {
            String written = configured.get(threshold.name());
            return written == null ? threshold.usual() : threshold.parse(property + "." + threshold.name(), written);
        })));
    }

    public double of(String name) {
        Double value = this.values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("The rule has no threshold " + name);
        }
        return value;
    }

    /** Returns a duration in milliseconds. */
    public long millis(String name) {
        return (long) (of(name) * 1000);
    }
}
