package io.gpulse.insight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.gpulse.insight.InsightProperties.PermanentSilence;
import io.gpulse.insight.rule.InsightRules;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The configuration of rules. */
class InsightPropertiesTests {

    private static InsightProperties with(String rule, String name, String value) {
        return new InsightProperties(true, Map.of(rule, Map.of(name, value)), List.of());
    }

    @ParameterizedTest
    @CsvSource({
        "idle-allocated, idle, 30m, 1800",
        "idle-allocated, memory, 512MiB, 536870912",
        "idle-allocated, memory, 2GB, 2000000000",
        "power-capped, share, 25%, 25",
        "power-capped, share, 25, 25",
        "ailing-link, recoveries, 3, 3",
        "power-capped, resolves-after, 90s, 90"
    })
    void thresholdsAreWrittenAsPeopleWriteThem(String rule, String name, String written, double value) {
        InsightProperties properties = with(rule, name, written);

        InsightRules row = InsightRules.find(rule).orElseThrow();
        assertThat(properties.enabledRules().get(row).of(name)).isEqualTo(value);
    }

    @Test
    void aRuleCanBeSwitchedOff() {
        assertThat(with("narrow-link", "enabled", "false").enabledRules())
                .doesNotContainKey(InsightRules.NARROW_LINK)
                .hasSize(InsightRules.values().length - 1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "idle-alocated | idle | 5m | Unknown rule gpulse.insight.rules.idle-alocated; the nearest is"
                        + " idle-allocated",
                "idle-allocated | idel | 5m | Unknown threshold of idle-allocated"
                        + " gpulse.insight.rules.idle-allocated.idel; the nearest is idle",
                "idle-allocated | idle | 5x | gpulse.insight.rules.idle-allocated.idle is a duration from 0s to"
                        + " 30d, not 5x",
                "idle-allocated | idle | 90d | gpulse.insight.rules.idle-allocated.idle is a duration from 0s"
                        + " to 30d, not 90d",
                "power-capped | window | 2h | gpulse.insight.rules.power-capped.window is a duration from 10s"
                        + " to 1h, not 2h",
                "power-capped | share | 120% | gpulse.insight.rules.power-capped.share is a share from 0% to"
                        + " 100%, not 120%",
                "xid | enabled | maybe | gpulse.insight.rules.xid.enabled must be true or false, not maybe"
            })
    void anInvalidThresholdIsRefusedInOneSentence(String rule, String name, String written, String sentence) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> with(rule, name, written))
                .withMessageStartingWith(sentence);
    }

    private static InsightProperties silencing(PermanentSilence... silences) {
        return new InsightProperties(true, Map.of(), List.of(silences));
    }

    @Test
    void theConfigurationNamesRulesThatThereAre() {
        PermanentSilence right = new PermanentSilence("xid", " ", "vllm", "known");

        assertThat(silencing(right).permanentSilences(TestSilences.START))
                .containsExactly(new Silence("config-0", "xid", null, "vllm", null, "known", TestSilences.START));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> silencing(right, new PermanentSilence("xids", null, null, "known")))
                .withMessageStartingWith("gpulse.insight.silences[1].rule must be one of idle-allocated,")
                .withMessageEndingWith("not xids");
    }

    @Test
    void aSilenceOfTheConfigurationIsOfOneGpuOrAll() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> silencing(new PermanentSilence("xid", "0,1", null, "known")))
                .withMessage("gpulse.insight.silences[0].gpu must be one GPU, not 0,1;"
                        + " give each GPU a silence of its own");
    }
}
