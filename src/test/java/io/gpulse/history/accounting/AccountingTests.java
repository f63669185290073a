package io.gpulse.history.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpulse.device.Activity;
import io.gpulse.device.Condition;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.testing.Snapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvSource;

/** Sums over rounds. */
class AccountingTests {

    private static final long START = Instant.parse("2026-11-20T10:00:00Z").toEpochMilli();
    private static final double GIB = 1024.0 * 1024 * 1024;

    private final Accounting accounting = new Accounting();
    private long at = START;
    private long nanos;

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "53, -, 1, 20, ACTIVE",
                "0, 53, 1, 20, ACTIVE",
                "1, 1, 1, 20, HELD_IDLE",
                "0, 0, 0, 0, FREE",
                "0, 0, -, 20, HELD_IDLE",
                "0, 0, -, 0, FREE",
                "0, 0, -, -, UNKNOWN",
                "-, -, 1, 20, UNKNOWN"
            })
    void occupancyIsDerivedFromTheReadings(ArgumentsAccessor row) {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        put(readings, Metric.UTILIZATION_GPU, row.getDouble(0));
        put(readings, Metric.UTILIZATION_GPU_MAX, row.getDouble(1));
        put(readings, Metric.PROCESSES_RUNNING, row.getDouble(2));
        put(readings, Metric.MEMORY_USED, row.getString(3) == null ? null : row.getDouble(3) * GIB);
        put(readings, Metric.MEMORY_TOTAL, 80 * GIB);

        assertThat(Occupancy.of(Snapshots.gpu(0, readings))).isEqualTo(row.get(4, Occupancy.class));
    }

    private static void put(Map<Metric, Reading> readings, Metric metric, @Nullable Double value) {
        if (value != null) {
            readings.put(metric, new Reading.Quantity(value));
        }
    }

    @Test
    void aClockSetForwardAddsNoTime() {
        round(gpu(50, 1000));
        this.at += Duration.ofHours(1).toMillis();
        round(gpu(50, 1400));

        Sums sums = this.accounting.totals().get(0).sums();
        assertThat(sums.seconds()).isCloseTo(1, within(1e-9));
        assertThat(sums.joules(Occupancy.ACTIVE)).isEqualTo(400);
    }

    @Test
    void aPauseIsAGapWhoseEnergyIsThatOfTheCounter() {
        round(gpu(50, 1000));
        passes(600);
        round(gpu(50, 61_000));

        AccountingUpdate update = this.accounting.pending();
        Sums sums = this.accounting.totals().get(0).sums();
        assertThat(sums.seconds(Occupancy.UNKNOWN)).isCloseTo(601, within(1e-6));
        assertThat(sums.joules(Occupancy.UNKNOWN)).isEqualTo(60_000);
        assertThat(update.gaps()).singleElement().extracting(Gap::joules).isEqualTo(60_000.0);
        assertThat(update.minutes()).isEmpty();
    }

    @Test
    void withoutACounterTheEnergyIsPowerOverTime() {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        put(readings, Metric.UTILIZATION_GPU, 50.0);
        put(readings, Metric.POWER_DRAW, 300.0);
        round(Snapshots.gpu(0, readings));
        round(Snapshots.gpu(0, readings));

        assertThat(this.accounting.totals().get(0).sums().joules(Occupancy.ACTIVE))
                .isCloseTo(300, within(1e-6));
    }

    @Test
    void aResetCounterSubtractsNothing() {
        round(gpu(50, 100_000));
        round(gpu(50, 20));
        round(gpu(50, 420));

        assertThat(this.accounting.totals().get(0).sums().joules()).isEqualTo(400);
    }

    @Test
    void aLostGpuIsUnknown() {
        round(gpu(50, 0));
        round();
        round();

        assertThat(this.accounting.totals().get(0).sums().seconds(Occupancy.UNKNOWN))
                .isCloseTo(2, within(1e-6));
    }

    @Test
    void aSleepingGpuIsUnknown() {
        round(gpu(50, 0));
        round(Snapshots.troubled(0, GpuState.SLEEPING, "It sleeps."));
        round(Snapshots.troubled(0, GpuState.SLEEPING, "It sleeps."));

        assertThat(this.accounting.totals().get(0).sums().seconds(Occupancy.UNKNOWN))
                .isCloseTo(2, within(1e-6));
    }

    @Test
    void reasonsCountWhileTheyAreActive() {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        put(readings, Metric.UTILIZATION_GPU, 50.0);
        readings.put(Metric.REASON_POWER_CAP, Metric.REASON_POWER_CAP.spec().reading(1L));
        readings.put(Metric.REASON_HW_THERMAL, Metric.REASON_HW_THERMAL.spec().reading(0L));
        round(Snapshots.gpu(0, readings));
        round(Snapshots.gpu(0, readings));

        assertThat(this.accounting.pending().minutes())
                .singleElement()
                .satisfies((minute) -> assertThat(minute.reasons()).isEqualTo(Map.of(Metric.REASON_POWER_CAP, 1.0)));
    }

    @Test
    void aSingleProcessHasAllOfTheEnergy() {
        round(gpu(50, 0, process(7, null)));
        round(gpu(50, 400, process(7, null)));

        assertThat(use(7)).satisfies((use) -> {
            assertThat(use.joules()).isEqualTo(400);
            assertThat(use.activeSeconds()).isCloseTo(1, within(1e-6));
            assertThat(use.sharedSeconds()).isZero();
        });
    }

    @Test
    void severalProcessesShareTheEnergyBySmUtilization() {
        round(gpu(80, 0, process(7, 60.0), process(8, 20.0)));
        round(gpu(80, 400, process(7, 60.0), process(8, 20.0)));

        assertThat(use(7).joules()).isEqualTo(300);
        assertThat(use(8).joules()).isEqualTo(100);
        assertThat(use(8).utilization() / use(8).reportedSeconds()).isEqualTo(20);
    }

    @Test
    void noProcessHasAShareWhenOneUtilizationIsUnknown() {
        round(gpu(80, 0, process(7, 60.0), process(8, null)));
        round(gpu(80, 400, process(7, 60.0), process(8, null)));

        assertThat(use(7).joules()).isZero();
        assertThat(use(7).sharedSeconds()).isCloseTo(1, within(1e-6));
    }

    @Test
    void aReusedPidIsAnotherProcess() {
        round(gpu(80, 0, process(7, 60.0)));
        round(gpu(80, 0, process(7, 60.0)));
        ProcessSample other = new ProcessSample(
                7, ProcessSample.Type.COMPUTE, "python", Instant.ofEpochMilli(START + 1_000_000), Readings.NONE);
        round(gpu(80, 0, other));

        assertThat(this.accounting.pending().processes())
                .extracting(ProcessAccount::ended)
                .containsExactly(true, false);
    }

    @Test
    void aProcessThatIsNotListedForTenSecondsIsEnded() {
        round(gpu(80, 0, process(7, 60.0)));
        round(gpu(80, 0, process(7, 60.0)));
        for (int second = 0; second < 5; second++) {
            round(gpu(0, 0));
        }
        assertThat(this.accounting.pending().processes()).noneMatch(ProcessAccount::ended);

        for (int second = 0; second < 8; second++) {
            round(gpu(0, 0));
        }
        assertThat(this.accounting.pending().processes()).singleElement().satisfies((process) -> {
            assertThat(process.ended()).isTrue();
            assertThat(process.seenAt()).isEqualTo(START + 2000);
            assertThat(process.peakMemory()).isEqualTo(5e9);
        });
    }

    @Test
    void aRestartContinuesTheSameProcess() {
        round(gpu(80, 0, process(7, 60.0)));
        round(gpu(80, 400, process(7, 60.0)));
        AccountingUpdate stored = this.accounting.pending();
        Accounting next = new Accounting();
        passes(30);
        next.add(snapshot(gpu(80, 9000, process(7, 60.0), process(8, 1.0))));
        passes(1);
        next.add(snapshot(gpu(80, 9400, process(7, 60.0), process(8, 1.0))));

        next.restore(new AccountingState(stored.accounts(), stored.processes()));

        AccountingUpdate update = next.pending();
        assertThat(update.processes())
                .filteredOn((process) -> process.key().pid() == 7)
                .singleElement()
                .extracting(ProcessAccount::key)
                .isEqualTo(stored.processes().get(0).key());
        assertThat(update.gaps()).singleElement().extracting(Gap::joules).isEqualTo(8600.0);
        assertThat(next.totals().get(0).sums().seconds()).isCloseTo(32, within(1e-6));
    }

    @Test
    void timeCountedByAnotherProcessIsNotCountedAgain() {
        for (int second = 0; second < 100; second++) {
            round(gpu(80, 400.0 * second, process(7, 60.0)));
        }
        AccountingUpdate mine = this.accounting.pending();
        Sums others = new Sums();
        others.add(Occupancy.ACTIVE, 300, 120_000);
        long seen = START + 90_000;
        GpuAccount other =
                new GpuAccount(mine.accounts().get(0).uuid(), START - 210_000, seen, null, 400.0 * 90, others);

        this.accounting.restore(new AccountingState(List.of(other), List.of()));

        AccountingUpdate left = this.accounting.pending();
        assertThat(left.minutes()).isEmpty();
        assertThat(left.slices()).isEmpty();
        Sums sums = this.accounting.totals().get(0).sums();
        assertThat(sums.seconds()).isCloseTo(310, within(1e-6));
        assertThat(sums.joules()).isCloseTo(120_000 + 3600, within(1e-6));
    }

    private ProcessSlice.Use use(int pid) {
        return this.accounting.pending().slices().stream()
                .filter((slice) -> slice.process().pid() == pid)
                .map(ProcessSlice::use)
                .reduce(ProcessSlice.Use::plus)
                .orElseThrow();
    }

    private void passes(double seconds) {
        this.at += Math.round(seconds * 1000);
        this.nanos += Math.round(seconds * 1e9);
    }

    private void round(GpuSample... gpus) {
        passes(1);
        this.accounting.add(snapshot(gpus));
    }

    private Snapshot snapshot(GpuSample... gpus) {
        Instant takenAt = Instant.ofEpochMilli(this.at);
        Duration every = Duration.ofSeconds(1);
        return new Snapshot(this.at, takenAt, this.nanos, Duration.ZERO, every, Snapshots.NVML, List.of(gpus), null);
    }

    private static GpuSample gpu(double utilization, double energy, ProcessSample... processes) {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        put(readings, Metric.UTILIZATION_GPU, utilization);
        put(readings, Metric.ENERGY_TOTAL, energy);
        put(readings, Metric.PROCESSES_RUNNING, (double) processes.length);
        GpuReadings known = new GpuReadings(Readings.of(readings), List.of(), List.of(processes));
        Instant since = Instant.ofEpochMilli(START);
        Condition condition = new Condition(GpuState.OK, since, null);
        return new GpuSample(0, Snapshots.identity(0), condition, since, since, known, Activity.UNKNOWN);
    }

    private static ProcessSample process(int pid, @Nullable Double utilization) {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        put(readings, Metric.PROCESS_MEMORY, 5e9);
        put(readings, Metric.PROCESS_SM, utilization);
        return new ProcessSample(
                pid, ProcessSample.Type.COMPUTE, "python", Instant.ofEpochMilli(START), Readings.of(readings));
    }
}
