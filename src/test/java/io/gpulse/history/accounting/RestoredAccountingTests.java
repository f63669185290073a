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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Accounts that continue after a restart, for GPUs that attach or answer late. */
class RestoredAccountingTests {

    private static final long START = Instant.parse("2026-11-20T10:00:00Z").toEpochMilli();
    private static final Instant IDLE_SINCE = Instant.ofEpochMilli(START);

    private final Accounting accounting = new Accounting();
    private long at = START;
    private long nanos;

    @Test
    void aRestartContinuesTheAccountOfAGpuThatAttachesInALaterRound() {
        AccountingUpdate stored = twoIdleRounds();
        Accounting next = new Accounting();
        add(next, 30);
        next.restore(new AccountingState(stored.accounts(), stored.processes()));
        add(next, 1);
        assertNothingIsWritten(next);

        add(next, 1, gpu(9000, process(7)));
        add(next, 1, gpu(9400, process(7)));

        assertThat(next.pending().gaps())
                .singleElement()
                .extracting(Gap::joules)
                .isEqualTo(8600.0);
        GpuAccount account = next.pending().accounts().get(0);
        assertThat(account.since()).isEqualTo(stored.accounts().get(0).since());
        assertThat(account.sums().seconds()).isCloseTo(34, within(1e-6));
        assertThat(account.sums().joules(Occupancy.HELD_IDLE)).isEqualTo(800);
        assertThat(next.pending().processes())
                .extracting(ProcessAccount::key)
                .containsExactly(stored.processes().get(0).key());
    }

    private static void assertNothingIsWritten(Accounting next) {
        assertThat(next.pending().accounts())
                .as("rows that would be overwritten")
                .isEmpty();
        assertThat(next.pending().processes())
                .as("processes that would be ended")
                .isEmpty();
    }

    @Test
    void theEnergyOfAGapIsCountedWithTheFirstReadingOfTheCounter() {
        AccountingUpdate stored = twoIdleRounds();
        Accounting next = new Accounting();
        add(next, 30, Snapshots.gpu(0, Map.of()));
        next.restore(new AccountingState(stored.accounts(), List.of()));
        assertThat(next.pending().accounts()).extracting(GpuAccount::counter).containsExactly(400.0);

        add(next, 1, gpu(9000));

        assertThat(next.totals().get(0).sums().joules(Occupancy.UNKNOWN)).isEqualTo(8600);
    }

    @Test
    void theEnergyOfAGapIsUnknownWhenItIsImplausible() {
        AccountingUpdate stored = twoIdleRounds();
        Accounting next = new Accounting();
        Reading limit = new Reading.Quantity(95);
        Reading counter = new Reading.Quantity(9000);
        add(next, 30, Snapshots.gpu(0, Map.of(Metric.POWER_MAX_LIMIT, limit, Metric.ENERGY_TOTAL, counter)));
        next.restore(new AccountingState(stored.accounts(), List.of()));

        assertThat(next.pending().gaps()).extracting(Gap::joules).containsExactly(Double.NaN);
    }

    @Test
    void estimatedEnergyIsNotCountedAgainWhenTheFirstReadingIsImplausible() {
        AccountingUpdate stored = twoIdleRounds();
        Accounting next = new Accounting();
        GpuSample estimated = Snapshots.gpu(0, Map.of(Metric.POWER_DRAW, new Reading.Quantity(100)));
        add(next, 30, estimated);
        next.restore(new AccountingState(stored.accounts(), List.of()));
        add(next, 1, estimated);
        add(next, 1, estimated);
        add(next, 1, gpu(1e12));
        add(next, 1, gpu(1000));
        add(next, 1, gpu(1400));

        assertThat(next.totals().get(0).sums().joules()).isEqualTo(1400);
    }

    @Test
    void estimatedEnergyIsNotCountedAgainAfterAnotherRestart() {
        AccountingUpdate stored = twoIdleRounds();
        GpuSample estimated = Snapshots.gpu(0, Map.of(Metric.POWER_DRAW, new Reading.Quantity(100)));
        Accounting next = new Accounting();
        for (int restart = 0; restart < 2; restart++) {
            next = new Accounting();
            add(next, 2, estimated);
            next.restore(new AccountingState(stored.accounts(), List.of()));
            add(next, 1, estimated);
            stored = next.pending();
        }
        add(next, 1, gpu(1400));

        assertThat(next.totals().get(0).sums().joules()).isEqualTo(1400);
    }

    @Test
    void processesThatAreGoneAfterARestartAreEnded() {
        AccountingUpdate stored = twoIdleRounds();
        Accounting next = new Accounting();
        add(next, 30, gpu(9000));
        next.restore(new AccountingState(stored.accounts(), stored.processes()));
        for (int second = 0; second <= 10; second++) {
            add(next, 1, gpu(9400));
        }

        assertThat(next.pending().processes()).singleElement().satisfies((process) -> {
            assertThat(process.key()).isEqualTo(stored.processes().get(0).key());
            assertThat(process.ended()).isTrue();
        });
    }

    /** The owner of a process is read on another thread, and may be known some rounds later. */
    @Test
    void aProcessWhoseOwnerIsNotKnownYetIsContinued() {
        AccountingUpdate stored = twoIdleRounds();
        ProcessSample unknown = new ProcessSample(7, ProcessSample.Type.COMPUTE, null, null, Readings.NONE);
        Accounting next = new Accounting();
        add(next, 30, gpu(9000, unknown));
        next.restore(new AccountingState(stored.accounts(), stored.processes()));
        add(next, 1, gpu(9100, unknown));
        add(next, 1, gpu(9200, process(7)));

        assertThat(next.pending().processes()).singleElement().satisfies((process) -> {
            assertThat(process.key()).isEqualTo(stored.processes().get(0).key());
            assertThat(process.ended()).isFalse();
        });
    }

    /** The start of a process is known with its owner, some rounds later. */
    @ParameterizedTest
    @ValueSource(ints = {0, 3000})
    void aProcessIsContinuedAfterALongPauseOnceItsStartIsKnownToBeTheSame(int later) {
        AccountingUpdate stored = twoIdleRounds();
        ProcessSample unknown = new ProcessSample(7, ProcessSample.Type.COMPUTE, null, null, Readings.NONE);
        ProcessSample known = new ProcessSample(
                7, ProcessSample.Type.COMPUTE, "python", IDLE_SINCE.plusSeconds(later), Readings.NONE);
        Accounting next = new Accounting();
        add(next, 3600, gpu(9000, unknown));
        next.restore(new AccountingState(stored.accounts(), stored.processes()));
        add(next, 1, gpu(9100, unknown));
        assertThat(next.pending().processes()).as("changes of the file").isEmpty();
        assertThat(next.pending().slices()).isEmpty();
        next.clear();
        add(next, 1, gpu(9200, known));

        ProcessAccount before = stored.processes().get(0);
        boolean isSame = later == 0;
        assertThat(next.pending().processes())
                .filteredOn((process) -> process.key().equals(before.key()))
                .singleElement()
                .isEqualTo(isSame ? before.updated(known, this.at) : before.end());
        assertThat(next.pending().processes()).hasSize(isSame ? 1 : 2);
        assertThat(next.pending().slices()).singleElement().satisfies((slice) -> {
            assertThat(slice.use().seconds()).isEqualTo(2);
            assertThat(slice.process().equals(before.key())).isEqualTo(isSame);
        });
    }

    @Test
    void aProcessWhoseStartStaysUnknownDoesNotContinueAnEarlierOneForEver() {
        AccountingUpdate stored = twoIdleRounds();
        ProcessSample unknown = new ProcessSample(7, ProcessSample.Type.COMPUTE, null, null, Readings.NONE);
        Accounting next = new Accounting();
        add(next, 3600, gpu(9000, unknown));
        next.restore(new AccountingState(stored.accounts(), stored.processes()));
        for (int second = 0; second < 120; second++) {
            add(next, 1, gpu(9000, unknown));
        }

        assertThat(next.pending().processes()).extracting(ProcessAccount::ended).containsExactly(true, false);
        assertThat(next.pending().slices().stream()
                        .mapToDouble((slice) -> slice.use().seconds())
                        .sum())
                .isEqualTo(120);
    }

    @Test
    void theProcessesOfAGpuThatIsAttachedLateHaveNotEndedMeanwhile() {
        AccountingUpdate stored = twoIdleRounds();
        Accounting next = new Accounting();
        add(next, 3600, Snapshots.troubled(0, GpuState.ATTACHING, "It is attached."));
        next.restore(new AccountingState(stored.accounts(), stored.processes()));
        add(next, 1, Snapshots.troubled(0, GpuState.ATTACHING, "It is attached."));
        add(next, 1, gpu(9000, process(7)));

        assertThat(next.pending().processes())
                .containsExactly(stored.processes().get(0).updated(process(7), this.at));
    }

    /** Adds rounds of an earlier process. */
    private AccountingUpdate twoIdleRounds() {
        round(gpu(0, process(7)));
        round(gpu(400, process(7)));
        return this.accounting.pending();
    }

    private void add(Accounting other, double seconds, GpuSample... gpus) {
        passes(seconds);
        other.add(snapshot(gpus));
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

    private static GpuSample gpu(double energy, ProcessSample... processes) {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        put(readings, Metric.UTILIZATION_GPU, 0.0);
        put(readings, Metric.ENERGY_TOTAL, energy);
        put(readings, Metric.PROCESSES_RUNNING, (double) processes.length);
        GpuReadings known = new GpuReadings(Readings.of(readings), List.of(), List.of(processes));
        Instant since = Instant.ofEpochMilli(START);
        Condition condition = new Condition(GpuState.OK, since, null);
        return new GpuSample(0, Snapshots.identity(0), condition, since, since, known, new Activity(IDLE_SINCE, null));
    }

    private static void put(Map<Metric, Reading> readings, Metric metric, double value) {
        readings.put(metric, new Reading.Quantity(value));
    }

    private static ProcessSample process(int pid) {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        put(readings, Metric.PROCESS_MEMORY, 5e9);
        return new ProcessSample(
                pid, ProcessSample.Type.COMPUTE, "python", Instant.ofEpochMilli(START), Readings.of(readings));
    }
}
