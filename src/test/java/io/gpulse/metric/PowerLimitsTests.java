package io.gpulse.metric;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PowerLimitsTests {

    @Test
    void theHighestLimitCountsThreeTimes() {
        assertThat(most(Map.of(Metric.POWER_DEFAULT_LIMIT, 80.0, Metric.ENFORCED_POWER_LIMIT, 35.0)))
                .isEqualTo(240);
        assertThat(most(Map.of(Metric.ENFORCED_POWER_LIMIT, 300.0))).isEqualTo(900);
        assertThat(most(Map.of())).isEqualTo(5_000);
    }

    @Test
    void powerIsPlausibleWhileAnEnforcedLimitAloneIsAboutToRise() {
        Map<Metric, Double> laptop = Map.of(Metric.ENFORCED_POWER_LIMIT, 5.0);

        assertThat(exceeds(80, laptop)).isFalse();
        assertThat(exceeds(700, laptop)).isTrue();
    }

    private static double most(Map<Metric, Double> limits) {
        return PowerLimits.mostWatts((limit) -> limits.getOrDefault(limit, 0.0));
    }

    private static boolean exceeds(double watts, Map<Metric, Double> limits) {
        return Metric.POWER_DRAW.spec().range().exceedsBounds(watts, (limit) -> limits.getOrDefault(limit, 0.0));
    }
}
