package io.gpulse.insight;

import io.gpulse.insight.rule.InsightRules;
import io.gpulse.insight.rule.Rule;
import io.gpulse.insight.rule.Threshold;
import io.gpulse.insight.rule.Thresholds;
import io.gpulse.metric.Spelling;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration of the rules.
 *
 * @param enabled whether rules are evaluated
 * @param rules {@code RULE.enabled} disables a rule, {@code RULE.THRESHOLD} sets a threshold
 */
@ConfigurationProperties("gpulse.insight")
record InsightProperties(
        @DefaultValue("true") boolean enabled, @DefaultValue Map<String, Map<String, String>> rules) {

    private static final String RULES = "gpulse.insight.rules.";
    private static final String ENABLED = "enabled";

    InsightProperties {
        rules.forEach(InsightProperties::check);
        rules = Map.copyOf(rules);
    }

    private static void check(String id, Map<String, String> configured) {
        Rule rule = InsightRules.find(id)
                .map(InsightRules::spec)
                .orElseThrow(() -> unknown(RULES + id, "rule", InsightRules.ids()));
        List<String> names = Stream.concat(
                        Stream.of(ENABLED), rule.thresholds().stream().map(Threshold::name))
                .toList();
        configured.forEach((name, written) -> {
            String property = RULES + id + "." + name;
            if (!names.contains(name)) {
                throw unknown(property, "threshold of " + id, names);
            }
            if (name.equals(ENABLED) && !written.equals("true") && !written.equals("false")) {
                throw new IllegalArgumentException(property + " must be true or false, not " + written);
            }
        });
        Thresholds.of(rule, RULES + id, configured);
    }

    private static IllegalArgumentException unknown(String property, String what, List<String> known) {
        String name = property.substring(property.lastIndexOf('.') + 1);
        String nearest = known.stream()
                .min(Comparator.comparingInt((other) -> Spelling.distance(name, other)))
                .orElseThrow();
        return new IllegalArgumentException("Unknown " + what + " " + property + "; the nearest is " + nearest
                + "; known: " + String.join(", ", known));
    }

    /** Returns the rules that are checked, with their thresholds. */
    Map<InsightRules, Thresholds> enabledRules() {
        Map<InsightRules, Thresholds> found = new EnumMap<>(InsightRules.class);
        for (InsightRules row : InsightRules.values()) {
            Map<String, String> configured =
                    new HashMap<>(this.rules.getOrDefault(row.spec().id(), Map.of()));
            if (!"false".equals(configured.remove(ENABLED))) {
                found.put(row, Thresholds.of(row.spec(), RULES + row.spec().id(), configured));
            }
        }
        return found;
    }
}
