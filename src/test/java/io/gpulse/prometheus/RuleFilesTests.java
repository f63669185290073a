package io.gpulse.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.Programs;
import io.gpulse.testing.Wait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The rules and boards of {@code deploy}, by the programs that check them and by the series that they use. */
class RuleFilesTests {

    private static final Path DEPLOY = Path.of("deploy");
    private static final Path RULES = DEPLOY.resolve("prometheus/gpulse.rules.yml");
    private static final Path BOARDS = DEPLOY.resolve("grafana");
    private static final Pattern SERIES = Pattern.compile("\\bgpulse_\\w+");

    /** Sentences with the reason of an empty panel. */
    private static final Set<String> ABSENT = Set.of("Not reported by these GPUs", "None");

    @TempDir
    private Path folder;

    static boolean promtoolPresent() {
        return Programs.isPresent("promtool");
    }

    static boolean amtoolPresent() {
        return Programs.isPresent("amtool");
    }

    @Test
    @EnabledIf(value = "promtoolPresent", disabledReason = "no promtool on the PATH: the rules are not run")
    void eachRuleFiresAndDoesNotFireWhereItMust() throws Exception {
        assertThat(outputOf("promtool", "check", "rules", RULES.toString())).contains("8 rules found");
        assertThat(outputOf("promtool", "test", "rules", "deploy/prometheus/gpulse.rules.test.yml"))
                .contains("SUCCESS");
    }

    @Test
    @EnabledIf(value = "promtoolPresent", disabledReason = "no promtool on the PATH: the settings are not checked")
    void thePrometheusOfComposeHasTheRules() throws Exception {
        assertThat(outputOf("promtool", "check", "config", "deploy/prometheus.yml"))
                .contains("1 rule files found", "8 rules found");
    }

    @Test
    @EnabledIf(value = "amtoolPresent", disabledReason = "no amtool on the PATH: the settings are not checked")
    void theAlertmanagerOfComposeAcceptsItsSettings() throws Exception {
        assertThat(outputOf("amtool", "check-config", "deploy/alertmanager/alertmanager.yml"))
                .contains("SUCCESS", "2 inhibit rules");
    }

    @Test
    void everyRuleHasATextAndATestOfBothKinds() throws IOException {
        String rules = Files.readString(RULES);
        String tests = Files.readString(DEPLOY.resolve("prometheus/gpulse.rules.test.yml"));
        List<String> names = Pattern.compile("- alert: (\\w+)")
                .matcher(rules)
                .results()
                .map((name) -> name.group(1))
                .toList();

        assertThat(names)
                .hasSize(8)
                .allSatisfy((name) -> assertThat(tests)
                        .contains("alertname: " + name + "\n        exp_alerts:")
                        .contains("alertname: " + name + ", exp_alerts: []"));
        assertThat(Pattern.compile("runbook: '?HELP.md#([a-z-]+)")
                        .matcher(rules)
                        .results())
                .isNotEmpty()
                .allSatisfy((anchor) -> assertThat(Path.of("HELP.md"))
                        .content()
                        .containsIgnoringCase("# " + anchor.group(1).replace('-', ' ') + "\n"));
    }

    @Test
    void allSeriesAreOnASmallPage() throws IOException {
        List<String> small = Scrapes.names(Scrapes.text(Scrapes.complete(), SeriesFilter.CORE));
        Set<String> used = new TreeSet<>(seriesOf(Files.readString(RULES)));
        for (String board : List.of("gpulse-machine.json", "gpulse-fleet.json")) {
            panels(board)
                    .flatMap((panel) -> panel.path("targets").valueStream())
                    .forEach(
                            (target) -> used.addAll(seriesOf(target.path("expr").asString())));
        }

        assertThat(used).hasSizeGreaterThan(40).isSubsetOf(small);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gpulse-machine.json", "gpulse-fleet.json"})
    void anEmptyPanelHasAReason(String board) {
        assertThat(panels(board))
                .hasSizeGreaterThan(15)
                .allMatch((panel) -> ABSENT.contains(
                        panel.at("/fieldConfig/defaults/noValue").asString()))
                .extracting((panel) -> panel.path("id").asInt())
                .doesNotHaveDuplicates();
    }

    private static Stream<JsonNode> panels(String board) {
        return JsonMapper.shared()
                .readTree(BOARDS.resolve(board))
                .path("panels")
                .valueStream()
                .filter((panel) -> !panel.path("type").asString().equals("row"));
    }

    private static List<String> seriesOf(String text) {
        return SERIES.matcher(text).results().map(MatchResult::group).toList();
    }

    /** Returns the output of a program that must succeed. */
    private String outputOf(String... command) throws IOException, InterruptedException {
        Path output = this.folder.resolve("output");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(Wait.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(output)).isZero();
        return Files.readString(output);
    }
}
