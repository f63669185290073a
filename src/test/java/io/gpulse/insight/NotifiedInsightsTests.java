package io.gpulse.insight;

import static io.gpulse.insight.rule.InsightRules.NARROW_LINK;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Metric;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Changes of silenced insights that are notified on the stream. */
class NotifiedInsightsTests {

    private final SyntheticMachine machine = new SyntheticMachine(1, NARROW_LINK);
    private final NotifiedInsights notified = new NotifiedInsights();

    private void silence() {
        this.machine.silences().add("narrow-link", null, null, Duration.ofHours(1));
    }

    /** GPU 0 has too few lanes for three minutes, or all of them again. */
    private List<Optional<Set<String>>> passesWithLanes(int lanes) {
        this.machine.changes().clear();
        this.machine.gpu(0).set(Metric.PCIE_WIDTH_CURRENT, lanes).utilization(40);
        this.machine.passes(Duration.ofMinutes(3));
        return this.machine.changes().stream().map(this.notified::add).toList();
    }

    @Test
    void theEndOfAnInsightThatWasNotifiedBeforeItsSilenceIsNotified() {
        List<Optional<Set<String>>> begin = passesWithLanes(1);
        assertThat(begin).singleElement().satisfies((gpus) -> assertThat(gpus).isPresent());
        silence();

        assertThat(passesWithLanes(16)).isEqualTo(begin);
    }

    @Test
    void aSilencedInsightThatWasNeverNotifiedEndsWithoutANotice() {
        silence();

        assertThat(passesWithLanes(1)).containsExactly(Optional.empty());
        assertThat(passesWithLanes(16)).containsExactly(Optional.empty());
    }
}
