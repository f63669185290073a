package io.gpulse.insight;

import io.gpulse.insight.rule.InsightRules;
import io.gpulse.insight.rule.Rule;
import io.gpulse.insight.rule.Threshold;
import io.gpulse.insight.rule.Thresholds;
import io.gpulse.metric.Spelling;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration of the rules.
 *
 * @param enabled whether rules are evaluated
 * @param rules {@code RULE.enabled} disables a rule, {@code RULE.THRESHOLD} sets a threshold
 * @param silences permanent silences: {@code [N].rule} (required), {@code .gpu}, {@code .process}, {@code .reason}
 */
@ConfigurationProperties("gpulse.insight")
record InsightProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue Map<String, Map<String, String>> rules,
        @DefaultValue List<PermanentSilence> silences) {

    private static final String RULES = "gpulse.insight.rules.";
    private static final String ENABLED = "enabled";

    InsightProperties {
        rules.forEach(InsightProperties::check);
        rules = Map.copyOf(rules);
        int place = 0;
        for (PermanentSilence silence : silences) {
            silence.check("gpulse.insight.silences[" + place++ + "]");
        }
        silences = List.copyOf(silences);
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
        return new IllegalArgumentException("Unknown " + what + " " + property + "; the nearest is "
                + Spelling.nearest(name, known) + "; known: " + String.join(", ", known));
    }

    /** Returns the rules that are checked, with their thresholds. */
    Map<InsightRules, Thresholds> enabledRules() {
        Map<InsightRules, Thresholds> found = new EnumMap<>(InsightRules.class);
        for (InsightRules row : InsightRules.values()) {
            String id = row.spec().id();
            Map<String, String> configured = this.rules.getOrDefault(id, Map.of());
            if (this.enabled && !"false".equals(configured.get(ENABLED))) {
                found.put(row, Thresholds.of(row.spec(), RULES + id, configured));
            }
        }
        return found;
    }

    List<Silence> permanentSilences(Instant start) {
        return IntStream.range(0, this.silences.size())
                .mapToObj((place) -> this.silences.get(place).silence(Silence.configuredId(place), start))
                .toList();
    }

    /**
     * A silence that does not end.
     *
     * @param rule id of the rule
     * @param gpu index, UUID, the beginning of a UUID, or PCI bus id; null for all
     * @param process PID or name; null for all
     * @param reason any text
     */
    record PermanentSilence(
            String rule,
            @Nullable String gpu,
            @Nullable String process,
            @DefaultValue("configured") String reason) {

        private void check(String property) {
            if (this.rule == null || !InsightRules.ids().contains(this.rule)) {
                throw new IllegalArgumentException(property + ".rule must be one of "
                        + String.join(", ", InsightRules.ids()) + ", not " + this.rule);
            }
            if (this.gpu != null && this.gpu.contains(",")) {
                throw new IllegalArgumentException(
                        property + ".gpu must be one GPU, not " + this.gpu + "; give each GPU a silence of its own");
            }
        }

        private Silence silence(String id, Instant start) {
            return new Silence(
                    id, this.rule, blankAsNull(this.gpu), blankAsNull(this.process), null, this.reason, start);
        }

        private static @Nullable String blankAsNull(@Nullable String text) {
            return text == null || text.isBlank() ? null : text.strip();
        }
    }
}
