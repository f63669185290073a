package io.gpulse.demo;

import static io.gpulse.metric.Metric.CLOCKS_EVENT_REASONS;
import static io.gpulse.metric.Metric.CLOCKS_SM;
import static io.gpulse.metric.Metric.ENERGY_TOTAL;
import static io.gpulse.metric.Metric.ENFORCED_POWER_LIMIT;
import static io.gpulse.metric.Metric.MEMORY_FREE;
import static io.gpulse.metric.Metric.MEMORY_RESERVED;
import static io.gpulse.metric.Metric.MEMORY_TOTAL;
import static io.gpulse.metric.Metric.MEMORY_USED;
import static io.gpulse.metric.Metric.POWER_DEFAULT_LIMIT;
import static io.gpulse.metric.Metric.POWER_DRAW;
import static io.gpulse.metric.Metric.TEMPERATURE_GPU;
import static io.gpulse.metric.Metric.UTILIZATION_GPU;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpulse.metric.Call;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Probe;
import io.gpulse.testing.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulatedLoadsTests {

    private static final Instant NOON = Instant.parse("2026-09-14T12:00:00Z");

    private final SettableClock clock = new SettableClock(NOON);
    private final Watch watch = new Watch(this.clock);
    private final Day day = new Day(NOON, ZoneOffset.UTC);
    private final DemoCalls calls = new DemoCalls(new DemoNvml(this.clock, this.day, 8));

    @Test
    void theHolderHoldsMemoryAndDoesNothing() {
        assertThat(this.watch.seconds(300, () -> this.calls.number(4, UTILIZATION_GPU)))
                .containsOnly(0L);
        assertThat(this.calls.number(4, MEMORY_USED)).isEqualTo(74L << 30);
        assertThat(this.calls.number(4, CLOCKS_SM)).isEqualTo(345);
        assertThat(this.calls.number(4, CLOCKS_EVENT_REASONS)).isEqualTo(0x1);
    }

    @Test
    void theCappedCardWasHotAndHeldBackByALimitThatWasLowered() {
        assertThat(new BoardState(this.day, new Board(7), this.day.load(new Board(7), 0), NOON, 0).powerLimit())
                .isEqualTo(700_000);
        goBackToCapped();
        List<Long> watts = this.watch.seconds(10, () -> this.calls.number(7, POWER_DRAW));

        assertThat(watts).allMatch((power) -> power > 496_000 && power < 500_000);
        assertThat(this.calls.number(7, ENFORCED_POWER_LIMIT)).isEqualTo(500_000);
        assertThat(this.calls.number(7, POWER_DEFAULT_LIMIT)).isEqualTo(700_000);
        assertThat(this.calls.number(7, TEMPERATURE_GPU)).isEqualTo(84);
        assertThat(this.calls.number(7, CLOCKS_SM)).isBetween(1300L, 1500L);
        assertThat(this.calls.number(7, CLOCKS_EVENT_REASONS)).isEqualTo(0x4);
    }

    @Test
    void theCappedCardWasNeverFarFromFullyBusyBetweenCheckpoints() {
        goBackToCapped();
        List<Long> seen = this.watch.seconds(300, () -> this.calls.number(7, UTILIZATION_GPU));

        List<Long> working = seen.stream().filter((share) -> share > 90).toList();
        assertThat(working).hasSizeGreaterThan(280 * Watch.A_SECOND).allMatch((share) -> share >= 97 && share <= 100);
        assertThat(working.stream().mapToLong(Long::longValue).average()).hasValueCloseTo(98.5, within(0.5));
    }

    /** Goes to the end of a minute in the hours before the start in which the power cap held the clocks back. */
    private void goBackToCapped() {
        this.clock.advance(Duration.ofMinutes(-110));
        int minutes = 0;
        while (minutes < 2) {
            this.clock.advance(Duration.ofMinutes(1));
            minutes = this.calls.number(7, CLOCKS_EVENT_REASONS) == 0x4 ? minutes + 1 : 0;
        }
    }

    @Test
    void theFreeCardDrawsLittleAndHoldsNothing() {
        List<Long> watts = this.watch.seconds(10, () -> this.calls.number(7, POWER_DRAW));

        assertThat(watts).allMatch((power) -> power > 72_000 && power < 78_000);
        assertThat(this.calls.number(7, MEMORY_USED)).isZero();
        assertThat(this.calls.number(7, UTILIZATION_GPU)).isZero();
        assertThat(this.calls.number(7, CLOCKS_EVENT_REASONS)).isEqualTo(0x1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void memoryAddsUpAtEveryMoment(int gpu) {
        this.watch.seconds(10, () -> {
            long sum = this.calls.number(gpu, MEMORY_USED)
                    + this.calls.number(gpu, MEMORY_FREE)
                    + this.calls.number(gpu, MEMORY_RESERVED);
            assertThat(sum).isEqualTo(81_559L << 20).isEqualTo(this.calls.number(gpu, MEMORY_TOTAL));
            return sum;
        });
    }

    @Test
    void theOlderMemoryGetterCountsReservedMemoryAsUsed() {
        Call older = ((Probe.Member) MEMORY_USED.spec().probes().get(1)).call();

        long used = this.calls.number(this.calls.handle(0), older, "used");

        assertThat(used).isEqualTo(this.calls.number(0, MEMORY_USED) + this.calls.number(0, MEMORY_RESERVED));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void energyOnlyGrowsAndIsTheSumOfThePower(int gpu) {
        long before = this.calls.number(gpu, ENERGY_TOTAL);

        List<Long> milliwatts = this.watch.seconds(300, () -> this.calls.number(gpu, POWER_DRAW));

        double fromPower = milliwatts.stream().mapToLong(Long::longValue).sum() * 0.2;
        double fromCounter = this.calls.number(gpu, ENERGY_TOTAL) - before;
        assertThat(fromCounter).isCloseTo(fromPower, within(fromPower * 0.004));
        assertThat(this.watch.seconds(300, () -> this.calls.number(gpu, ENERGY_TOTAL)))
                .isSorted();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void temperatureFollowsSlowly(int gpu) {
        List<Long> celsius = this.watch.seconds(300, () -> this.calls.number(gpu, TEMPERATURE_GPU));

        assertThat(celsius).allMatch((die) -> die > 30 && die < 87);
        for (int i = 1; i < celsius.size(); i++) {
            assertThat(Math.abs(celsius.get(i) - celsius.get(i - 1))).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void theNumberOfCallsChangesNothing() {
        DemoCalls late = new DemoCalls(new DemoNvml(this.clock, this.day, 8));
        this.watch.seconds(7, () -> this.calls.number(0, ENERGY_TOTAL));

        for (Metric metric : List.of(UTILIZATION_GPU, POWER_DRAW, ENERGY_TOTAL, TEMPERATURE_GPU, MEMORY_USED)) {
            for (int gpu = 0; gpu < 8; gpu++) {
                assertThat(late.number(gpu, metric)).isEqualTo(this.calls.number(gpu, metric));
            }
        }
    }

    @Test
    void aClockOfTheWrongCenturyGivesNoNegativeEnergy() {
        DemoCalls early = new DemoCalls(new DemoNvml(() -> Instant.EPOCH));

        assertThat(early.number(0, ENERGY_TOTAL)).isZero();
        assertThat(early.number(0, UTILIZATION_GPU)).isBetween(0L, 100L);
    }
}
