package io.gpulse.insight;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.insight.rule.InsightRules;
import io.gpulse.insight.rule.Rule;
import io.gpulse.insight.rule.Threshold;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** HELP.md names every rule, made of the rules themselves: {@code -Dcontract.update=true} rewrites it. */
class InsightDocumentTests {

    private static final Path HELP = Path.of(System.getProperty("basedir", "")).resolve("HELP.md");
    private static final String BEGIN = "<!-- rules: written by InsightDocumentTests -->\n";
    private static final String END = "<!-- end of rules -->\n";

    @Test
    void helpListsEveryRuleAndThreshold() throws IOException {
        String help = Files.readString(HELP);
        String written = Arrays.stream(InsightRules.values())
                .map((row) -> row(row.spec()))
                .collect(Collectors.joining("\n", "", "\n"));
        String renewed = help.substring(0, help.indexOf(BEGIN) + BEGIN.length()) + "\n" + written + "\n"
                + help.substring(help.indexOf(END));

        if (Boolean.getBoolean("contract.update")) {
            Files.writeString(HELP, renewed);
        }
        assertThat(Files.readString(HELP)).isEqualTo(renewed);
    }

    @Test
    void everyRuleHasAUniqueIdAndTextsInBothLanguages() {
        assertThat(InsightRules.values())
                .extracting(InsightRules::spec)
                .allSatisfy((rule) -> {
                    assertThat(rule.id()).matches("[a-z]+(-[a-z]+)*");
                    assertThat(rule.message("sentence").zh())
                            .isNotEmpty()
                            .isNotEqualTo(rule.message("sentence").en());
                    assertThat(rule.message("advice").zh())
                            .isNotEmpty()
                            .isNotEqualTo(rule.message("advice").en());
                    assertThat(rule.message("passes").zh())
                            .isNotEmpty()
                            .isNotEqualTo(rule.message("passes").en());
                    assertThat(rule.thresholds())
                            .extracting(Threshold::name)
                            .contains(Rule.FIRES_AFTER, Rule.RESOLVES_AFTER)
                            .doesNotHaveDuplicates()
                            .doesNotContain("enabled");
                })
                .extracting(Rule::id)
                .satisfies((ids) -> assertThat(new HashSet<>(ids)).hasSameSizeAs(ids));
    }

    @Test
    void defaultsAreAllowedAndPrintedAsTheyAreParsed() {
        for (InsightRules row : InsightRules.values()) {
            for (Threshold threshold : row.spec().thresholds()) {
                String written = threshold.measure().print(threshold.usual());

                assertThat(threshold.parse("p", written))
                        .as(row + " " + threshold.name())
                        .isEqualTo(threshold.usual());
            }
        }
    }

    private static String row(Rule rule) {
        String thresholds = rule.thresholds().stream()
                .map((threshold) -> "| `gpulse.insight.rules." + rule.id() + "." + threshold.name() + "` | `"
                        + threshold.measure().print(threshold.usual()) + "` | "
                        + threshold.measure().print(threshold.least()) + " … "
                        + threshold.measure().print(threshold.most()) + " | "
                        + threshold.help() + " |")
                .collect(Collectors.joining("\n"));
        return "### " + rule.id() + "\n\n" + rule.severity().label() + ": "
                + rule.message("sentence").numbered(false).en() + " "
                + rule.message("advice").en() + "\n\n| property | default | allowed | meaning"
                + " |\n|---|---|---|---|\n" + thresholds
                + "\n";
    }
}
