package io.gpulse.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpulse.metric.Metric;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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

    /** A pattern such as {@code *memory.used} has metrics of instances on any machine. */
    @Test
    void withoutInstancesNoSeriesIsOfOne() {
        WindowQuery buckets = new WindowQuery(0, 10_000, 1000, Tier.RAW, List.of());
        List<Metric> metrics = SeriesSelection.metrics("*memory.used", false);
        Map<String, KnownGpu> gpus = Map.of("GPU-1", new KnownGpu("GPU-1", 0, "NVIDIA H100", Instant.EPOCH));
        Subject instance = new Subject("GPU-1", new Subject.Instance(9, 0, "MIG-1", "1g.10gb", 0));

        assertThat(SeriesSelection.of(buckets, metrics, gpus, List.of()).hasInstances())
                .isFalse();
        assertThat(SeriesSelection.of(buckets, metrics, gpus, List.of(instance)).hasInstances())
                .isTrue();
    }
}
