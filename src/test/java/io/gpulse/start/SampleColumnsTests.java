package io.gpulse.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Metric;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SampleColumnsTests {

    private static final List<String> GPUS =
            IntStream.range(0, 16).mapToObj((gpu) -> "GPU-" + gpu).toList();

    @Test
    void aRangeOfAPageFits() {
        List<Metric> metrics = List.of(Metric.values()).subList(0, 20);

        assertThat(new SampleColumns(GPUS, metrics, List.of()).most()).isGreaterThan(900);
    }

    @Test
    void theOldestOfTooManyRoundsAreDropped() {
        List<Metric> metrics = List.of(Metric.POWER_DRAW);
        SampleColumns columns = new SampleColumns(List.of("GPU-0"), metrics, List.of());

        for (long at = 1; at <= 1200; at++) {
            columns.addGpu("GPU-0", at, new double[] {at});
        }

        StartSamples samples = columns.of(0);
        assertThat(samples.t()).hasSize(1000).startsWith(201L).endsWith(1200L);
        assertThat(samples.from()).isEqualTo(201);
        assertThat(samples.series().get(0).values()).hasSize(1000);
    }

    @Test
    void manyMetricsHaveFewerRounds() {
        List<Metric> metrics = List.of(Metric.values());

        int most = new SampleColumns(GPUS, metrics, List.of()).most();

        assertThat((long) most * metrics.size() * GPUS.size()).isLessThanOrEqualTo(300_000);
    }
}
