package io.gpulse.insight;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.demo.DemoScene;
import io.gpulse.event.EventCounts;
import io.gpulse.event.EventLog;
import io.gpulse.insight.rule.InsightRules;
import io.gpulse.insight.rule.Thresholds;
import io.gpulse.insight.window.ObservationScope;
import io.gpulse.testing.Thorough;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The boards of the demo, read by the real reader, as a new user sees them. */
class DemoInsightsTests {

    private static final Duration LENGTH = Duration.ofMinutes(Thorough.Groups.run(1) ? 16 : 11);

    @Test
    void theSceneHasExactlyThreeInsights() throws Exception {
        assertThat(insights(new DemoScene(Duration.ofSeconds(1))))
                .containsExactlyInAnyOrder("idle-allocated [4]", "input-bound [0, 1, 2, 3]", "narrow-link [6]");
    }

    @Test
    void theHoursBeforeItHadALoweredPowerLimit() throws Exception {
        assertThat(insights(new DemoScene(Duration.ofSeconds(1), Duration.ofMinutes(80))))
                .containsExactlyInAnyOrder(
                        "idle-allocated [4]", "input-bound [0, 1, 2, 3]", "power-capped [7]", "narrow-link [6]");
    }

    private static List<String> insights(DemoScene scene) {
        InsightEngine engine = engine();
        List<Insight> changes = new ArrayList<>();
        InsightBoard board = null;

        for (int round = 0; round < LENGTH.toSeconds(); round++) {
            InsightBoard next = engine.add(scene.next()).orElse(null);
            if (next != null) {
                board = next;
                changes.addAll(next.changes());
            }
        }

        assertThat(board).isNotNull();
        assertThat(changes).allMatch(Insight::isActive).hasSameSizeAs(board.insights());
        return board.insights().stream()
                .map((insight) -> insight.rule() + " "
                        + insight.gpus().stream()
                                .map((gpu) -> Integer.toString(gpu.index()))
                                .toList())
                .toList();
    }

    private static InsightEngine engine() {
        Map<InsightRules, Thresholds> rules = new EnumMap<>(InsightRules.class);
        for (InsightRules row : InsightRules.values()) {
            rules.put(row, Thresholds.of(row.spec(), "", Map.of()));
        }
        return new InsightEngine(
                rules,
                new ObservationScope(true, true, false, () -> false),
                List::of,
                new EventLog(100, Instant.EPOCH, new EventCounts()));
    }
}
