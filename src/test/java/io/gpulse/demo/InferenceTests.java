package io.gpulse.demo;

import static io.gpulse.metric.Metric.CLOCKS_SM;
import static io.gpulse.metric.Metric.POWER_DRAW;
import static io.gpulse.metric.Metric.UTILIZATION_GPU;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Metric;
import io.gpulse.testing.SettableClock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InferenceTests {

    private static final Instant NOON = Instant.parse("2026-09-14T12:00:00Z");
    private static final int TEN_MINUTES = 600;
    private static final int AN_HOUR = 3600;

    @ParameterizedTest
    @ValueSource(ints = {5, 6})
    void theLoadStaysBetweenTwentyAndNinetyAndUsesMostOfThat(int gpu) {
        assertThat(watch(gpu, UTILIZATION_GPU, AN_HOUR)).allMatch((share) -> share >= 20 && share <= 90);
        assertThat(Watch.spread(watch(gpu, UTILIZATION_GPU, TEN_MINUTES))).isGreaterThan(45);
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 6})
    void theLoadNeverJumps(int gpu) {
        List<Long> seen = watch(gpu, UTILIZATION_GPU, AN_HOUR);

        assertThat(Collections.max(differences(seen.subList(1, seen.size()), seen)))
                .isBetween(5L, 10L);
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 6})
    void theLoadDoesNotRepeatItself(int gpu) {
        List<Long> seen = watch(gpu, UTILIZATION_GPU, TEN_MINUTES);

        for (int later = 15 * Watch.A_SECOND; later <= 300 * Watch.A_SECOND; later++) {
            assertThat(mean(differences(seen.subList(later, seen.size()), seen)))
                    .as("%.1f s later", (double) later / Watch.A_SECOND)
                    .isGreaterThan(4);
        }
    }

    @Test
    void bothGpusServeTheSameQuestionsButNotInStep() {
        List<Long> apart = differences(watch(5, UTILIZATION_GPU, TEN_MINUTES), watch(6, UTILIZATION_GPU, TEN_MINUTES));

        assertThat(apart).allMatch((points) -> points <= 9);
        assertThat(mean(apart)).isBetween(1.0, 3.0);
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 6})
    void powerFollowsTheLoadAtFullClock(int gpu) {
        List<Long> shares = watch(gpu, UTILIZATION_GPU, TEN_MINUTES);
        List<Long> watts = watch(gpu, POWER_DRAW, TEN_MINUTES).stream()
                .map((milliwatts) -> milliwatts / 1000)
                .toList();

        assertThat(differences(
                        watts,
                        shares.stream().map((share) -> 140 + 315 * share / 100).toList()))
                .allMatch((apart) -> apart < 40);
        assertThat(watch(gpu, CLOCKS_SM, TEN_MINUTES)).containsOnly(1980L);
    }

    private static List<Long> differences(List<Long> some, List<Long> others) {
        return IntStream.range(0, Math.min(some.size(), others.size()))
                .mapToObj((look) -> Math.abs(some.get(look) - others.get(look)))
                .toList();
    }

    private static double mean(List<Long> numbers) {
        return numbers.stream().mapToLong(Long::longValue).average().orElseThrow();
    }

    /** Every watch begins at noon. */
    private static List<Long> watch(int gpu, Metric metric, int seconds) {
        SettableClock clock = new SettableClock(NOON);
        DemoCalls calls = new DemoCalls(new DemoNvml(clock, new Day(NOON, ZoneOffset.UTC), 8));
        return new Watch(clock).seconds(seconds, () -> calls.number(gpu, metric));
    }
}
