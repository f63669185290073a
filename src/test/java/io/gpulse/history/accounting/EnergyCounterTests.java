package io.gpulse.history.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Condition;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.testing.Snapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Energy of a GPU whose counter jumps, with a round per second. */
class EnergyCounterTests {

    private final Accounting accounting = new Accounting();
    private long at = Instant.parse("2026-11-20T10:00:00Z").toEpochMilli();

    private static GpuSample gpu(double joules) {
        return gpu(joules, Map.of());
    }

    private static GpuSample gpu(double joules, Map<Metric, Reading> others) {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        readings.putAll(others);
        readings.put(Metric.UTILIZATION_GPU, new Reading.Quantity(50));
        readings.put(Metric.ENERGY_TOTAL, new Reading.Quantity(joules));
        return Snapshots.gpu(0, readings);
    }

    private void round(GpuSample gpu) {
        Instant now = Instant.ofEpochMilli(this.at);
        long nanos = this.at * 1_000_000;
        Duration every = Duration.ofSeconds(1);
        this.accounting.add(
                new Snapshot(this.at, now, nanos, Duration.ZERO, every, Snapshots.NVML, List.of(gpu), null));
        this.at += 1000;
    }

    private Sums sums() {
        return this.accounting.totals().get(0).sums();
    }

    @ParameterizedTest
    @CsvSource({"1.8446744073709552e16", "4294967295", "16001", "0"})
    void aCounterThatJumpsBackAddsAndLosesNothing(double glitch) {
        round(gpu(1000));
        round(gpu(1400));
        round(gpu(glitch));
        round(gpu(2200));
        round(gpu(2600));

        Sums sums = sums();
        assertThat(sums.joules()).isEqualTo(1600);
        assertThat(sums.joules(Occupancy.UNKNOWN)).isEqualTo(800);
    }

    @Test
    void aCounterThatJumpsPermanentlyContinuesFromThere() {
        round(gpu(1000));
        round(gpu(1e9));
        round(gpu(1e9 + 400));

        assertThat(sums().joules()).isEqualTo(400);
    }

    @Test
    void aGainAboveThreeTimesTheHighestLimitIsUnknown() {
        Map<Metric, Reading> limits = Map.of(
                Metric.POWER_MAX_LIMIT, new Reading.Quantity(700), Metric.POWER_LIMIT, new Reading.Quantity(500));
        round(gpu(0, limits));
        round(gpu(2_100, limits));
        round(gpu(4_201, limits));

        assertThat(sums().joules()).isEqualTo(2_100);
    }

    @Test
    void aGainWithoutAKnownLimitIsBoundByTheMaximumOfABoard() {
        round(gpu(0));
        round(gpu(5_000));
        round(gpu(10_001));

        assertThat(sums().joules()).isEqualTo(5_000);
    }

    @Test
    void aLoweredLimitDoesNotBoundTheTimeBefore() {
        round(gpu(0, Map.of(Metric.ENFORCED_POWER_LIMIT, new Reading.Quantity(800))));
        this.at += 60_000;
        Map<Metric, Reading> lowered = Map.of(Metric.ENFORCED_POWER_LIMIT, new Reading.Quantity(300));
        round(gpu(100_000, lowered));
        round(gpu(100_300, lowered));
        round(gpu(101_201, lowered));

        assertThat(sums().joules()).isEqualTo(100_300);
    }

    /** The counter of a GPU that answers late is repeated by the rounds between two reads. */
    @Test
    void theEnergyOfASlowGpuAtItsLimitIsCounted() {
        Map<Metric, Reading> limits = Map.of(Metric.POWER_MAX_LIMIT, new Reading.Quantity(700));
        for (int read = 0; read < 10; read++) {
            Instant sampledAt = Instant.ofEpochMilli(this.at);
            for (int repeated = 0; repeated < 4; repeated++) {
                round(slow(gpu(read * 2800, limits), sampledAt));
            }
        }

        assertThat(sums().joules()).isEqualTo(9 * 2800);
    }

    private static GpuSample slow(GpuSample gpu, Instant sampledAt) {
        Condition late = new Condition(GpuState.SLOW, sampledAt, "late");
        return new GpuSample(0, gpu.identity(), late, sampledAt, null, gpu.known(), gpu.activity());
    }
}
