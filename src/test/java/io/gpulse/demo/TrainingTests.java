package io.gpulse.demo;

import static io.gpulse.metric.Metric.CLOCKS_SM;
import static io.gpulse.metric.Metric.POWER_DRAW;
import static io.gpulse.metric.Metric.UTILIZATION_GPU;
import static io.gpulse.metric.Metric.UTILIZATION_MEMORY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpulse.metric.Metric;
import io.gpulse.testing.SettableClock;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrainingTests {

    private static final Instant NOON = Instant.parse("2026-09-14T12:00:00Z");
    private static final int TWENTY_MINUTES = 1200;
    private static final int FOUR_SECONDS = 4 * Watch.A_SECOND;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void anyFourSecondsOutsideCheckpointsAndValidationsSwingBetweenNothingAndEverything(int gpu) {
        List<Long> seen = watch(gpu, UTILIZATION_GPU);

        int checked = everyFourSecondsOfBatches(
                gpu, (from, until) -> assertThat(seen.subList(from, until)).contains(0L, 100L));

        assertThat(checked).isGreaterThan(TWENTY_MINUTES * Watch.A_SECOND * 3 / 4);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void powerAndClockFollowTheBatches(int gpu) {
        List<Long> clocks = watch(gpu, CLOCKS_SM);
        List<Long> milliwatts = watch(gpu, POWER_DRAW);

        assertThat(milliwatts).allMatch((power) -> power > 130_000 && power < 570_000);
        everyFourSecondsOfBatches(gpu, (from, until) -> {
            assertThat(clocks.subList(from, until)).contains(1755L, 1980L);
            assertThat(Watch.spread(milliwatts.subList(from, until))).isGreaterThan(150_000);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void allRanksSaveACheckpointAboutEvery95Seconds(int gpu) {
        List<Run> checkpoints = checkpoints(gpu);

        assertThat(Run.distances(checkpoints)).hasSizeGreaterThan(10).allMatch((every) -> every > 85 && every < 107);
        assertThat(mean(Run.distances(checkpoints))).isCloseTo(95, within(3.0));
        assertThat(inside(checkpoints)).allMatch((run) -> run.seconds() > 5.5 && run.seconds() < 7.5);
        assertThat(checkpoints)
                .zipSatisfy(
                        checkpoints(0), (one, other) -> assertThat(one.from()).isCloseTo(other.from(), within(1)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void allRanksValidateWithoutWaitingAboutEvery210Seconds(int gpu) {
        List<Run> validations = validations(gpu);

        assertThat(Run.distances(validations)).hasSizeGreaterThan(3).allMatch((every) -> every > 200 && every < 220);
        assertThat(inside(validations)).allMatch((run) -> run.seconds() > 13 && run.seconds() < 15);
        assertThat(mean(samples(validations, watch(gpu, UTILIZATION_GPU)))).isCloseTo(96, within(1.0));
        assertThat(validations)
                .zipSatisfy(
                        validations(0), (one, other) -> assertThat(one.from()).isCloseTo(other.from(), within(1)));
    }

    @Test
    void powerClockAndMemoryControllerFollowTheCheckpoints() {
        List<Run> checkpoints = checkpoints(2).stream()
                .map((run) -> new Run(run.from() + 2 * Watch.A_SECOND, run.until() - Watch.A_SECOND / 2))
                .filter((run) -> run.from() < run.until())
                .toList();

        assertThat(samples(checkpoints, watch(2, UTILIZATION_GPU))).allMatch((share) -> share >= 1 && share <= 5);
        assertThat(samples(checkpoints, watch(2, UTILIZATION_MEMORY))).allMatch((share) -> share >= 0 && share <= 3);
        assertThat(samples(checkpoints, watch(2, POWER_DRAW))).allMatch((power) -> power > 130_000 && power < 165_000);
        assertThat(samples(checkpoints, watch(2, CLOCKS_SM))).allMatch((clock) -> clock == 1755 || clock == 1770);
    }

    @Test
    void powerClockAndMemoryControllerFollowTheValidations() {
        List<Run> validations = validations(2).stream()
                .map((run) -> new Run(run.from() + 2 * Watch.A_SECOND, run.until() - Watch.A_SECOND / 2))
                .filter((run) -> run.from() < run.until())
                .toList();

        assertThat(samples(validations, watch(2, UTILIZATION_MEMORY))).allMatch((share) -> share >= 50 && share <= 54);
        assertThat(samples(validations, watch(2, POWER_DRAW))).allMatch((power) -> power > 540_000 && power < 560_000);
        assertThat(samples(validations, watch(2, CLOCKS_SM))).allMatch((clock) -> clock == 1965 || clock == 1980);
    }

    /** A wait between two batches is far shorter. */
    private static List<Run> checkpoints(int gpu) {
        return Run.all(watch(gpu, UTILIZATION_GPU), (share) -> share <= 5, 3);
    }

    private static List<Run> validations(int gpu) {
        return Run.all(watch(gpu, UTILIZATION_GPU), (share) -> share >= 90, 3);
    }

    private static int everyFourSecondsOfBatches(int gpu, BiConsumer<Integer, Integer> check) {
        List<Run> phases = Stream.concat(checkpoints(gpu).stream(), validations(gpu).stream())
                .toList();
        List<Integer> starts = IntStream.rangeClosed(0, TWENTY_MINUTES * Watch.A_SECOND - FOUR_SECONDS)
                .boxed()
                .filter((from) -> phases.stream().noneMatch((phase) -> phase.touches(from, from + FOUR_SECONDS)))
                .toList();
        starts.forEach((from) -> check.accept(from, from + FOUR_SECONDS));
        return starts.size();
    }

    /** Those that the watch saw from beginning to end. */
    private static List<Run> inside(List<Run> runs) {
        return runs.stream()
                .filter((run) -> run.from() > 0 && run.until() < TWENTY_MINUTES * Watch.A_SECOND)
                .toList();
    }

    private static List<Long> samples(List<Run> runs, List<Long> seen) {
        return runs.stream()
                .flatMap((run) -> seen.subList(run.from(), run.until()).stream())
                .toList();
    }

    private static double mean(List<? extends Number> numbers) {
        return numbers.stream().mapToDouble(Number::doubleValue).average().orElseThrow();
    }

    /** Every watch begins at noon. */
    private static List<Long> watch(int gpu, Metric metric) {
        SettableClock clock = new SettableClock(NOON);
        DemoCalls calls = new DemoCalls(new DemoNvml(clock));
        return new Watch(clock).seconds(TWENTY_MINUTES, () -> calls.number(gpu, metric));
    }
}
