package io.gpulse.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpulse.metric.Metric;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The series that the parameters of a request select. */
class SeriesSelectionTests {

    @ParameterizedTest
    @ValueSource(strings = {"power.draw", "power.draw,temperature.gpu", "host.memory.used"})
    void instancesAreRefusedWhereEveryMetricIsOfTheWholeGpu(String metrics) {
        assertThatThrownBy(() -> SeriesSelection.metrics(metrics, true))
                .hasMessageContaining("mig= applies to metrics of MIG instances (mig.*), and metrics= has none");
    }

    @Test
    void metricsOfInstancesAndOfTheWholeGpuMix() {
        assertThat(SeriesSelection.metrics("power.draw,mig.memory.used", true))
                .containsExactlyInAnyOrder(Metric.POWER_DRAW, Metric.MIG_MEMORY_USED);
    }
}
