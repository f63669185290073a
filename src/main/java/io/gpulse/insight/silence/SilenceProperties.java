package io.gpulse.insight.silence;

import io.gpulse.insight.rule.InsightRules;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configured silences, which do not end.
 *
 * @param silences permanent silences: {@code [N].rule} (required), {@code .gpu}, {@code .process}, {@code .reason}
 */
@ConfigurationProperties("gpulse.insight")
record SilenceProperties(@DefaultValue List<Configured> silences) {

    SilenceProperties {
        int place = 0;
        for (Configured silence : silences) {
            silence.check("gpulse.insight.silences[" + place++ + "]");
        }
        silences = List.copyOf(silences);
    }

    List<Silence> permanent(Instant start) {
        return IntStream.range(0, this.silences.size())
                .mapToObj((place) -> this.silences.get(place).silence(Silence.configuredId(place), start))
                .toList();
    }

    /**
     * A configured silence.
     *
     * @param rule id of the rule
     * @param gpu index, UUID, the beginning of a UUID, or PCI bus id; null for all
     * @param process PID or name; null for all
     * @param reason any text
     */
    record Configured(
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
