package io.gpulse.history.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

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
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Accounts of processes that some lists of their GPU omit, or whose owner is known late. */
class OmittedProcessTests {

    private static final long START = Instant.parse("2026-11-20T10:00:00Z").toEpochMilli();
    private static final int HOUR = 3600;
    private static final ProcessSample UNKNOWN = process(null, null);
    private static final ProcessSample KNOWN = process("python", Instant.ofEpochMilli(START - 7200_000));
    private static final ProcessSample OTHER = process("python", Instant.ofEpochMilli(START - 60_000));

    private final Accounting accounting = new Accounting();
    private long clock = START;
    private long nanos;

    @Test
    void aProcessWhoseOwnerIsKnownAfterALateRoundIsOne() {
        rounds(2, listing(UNKNOWN));
        rounds(1, late());
        rounds(1, listing(KNOWN));

        assertThat(processes())
                .extracting((process) -> process.key().beganAt(), ProcessAccount::seenAt, ProcessAccount::ended)
                .containsExactly(tuple(START, START + 3000, false));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, HOUR})
    void aProcessOfAnEarlierRunWhoseOwnerIsKnownAfterLateRoundsIsContinued(int late) {
        ProcessAccount before = restored(HOUR, listing(UNKNOWN));
        rounds(1, listing(UNKNOWN));
        rounds(late, late());
        rounds(1, listing(KNOWN));

        assertThat(processes()).containsExactly(before.updated(KNOWN, START + (2 + late) * 1000L));
        assertThat(seconds()).isEqualTo(2);
    }

    @Test
    void aProcessWhoseOwnerStaysUnknownEndsWhenAnotherHasItsNumberMuchLater() {
        ProcessAccount before = restored(2 * HOUR, listing(UNKNOWN));
        rounds(1, listing(UNKNOWN));
        rounds(HOUR, late());
        rounds(1, listing(OTHER));

        assertThat(processes())
                .extracting(ProcessAccount::seenAt, ProcessAccount::ended)
                .containsExactlyInAnyOrder(
                        tuple(before.seenAt(), true),
                        tuple(START + 1000, true),
                        tuple(START + (2 + HOUR) * 1000L, false));
    }

    @Test
    void anotherProcessWithTheNumberOfOneOfAnEarlierRunIsAnotherOne() {
        ProcessAccount before = restored(180, listing(UNKNOWN));
        rounds(1, listing(UNKNOWN));
        rounds(1, listing(OTHER));

        assertThat(processes())
                .extracting((process) -> process.key().beganAt(), ProcessAccount::seenAt, ProcessAccount::ended)
                .containsExactlyInAnyOrder(
                        tuple(before.key().beganAt(), before.seenAt(), true), tuple(START, START + 2000, false));
        assertThat(seconds()).isEqualTo(2);
    }

    @Test
    void aProcessThatMayContinueAnEarlierOneIsNotStoredYet() {
        ProcessAccount before = ProcessAccount.first(String.valueOf(listing().uuid()), KNOWN, START - 180_000);
        rounds(3, listing(UNKNOWN));
        this.accounting.restore(new AccountingState(List.of(), List.of(before)));

        assertThat(processes()).isEmpty();
        assertThat(seconds()).isZero();
    }

    @Test
    void aProcessEndsAlthoughSomeRoundsAreLate() {
        rounds(3, listing(KNOWN));
        for (int times = 0; times < 2; times++) {
            rounds(7, listing());
            rounds(1, late());
        }

        assertThat(processes())
                .extracting(ProcessAccount::seenAt, ProcessAccount::ended)
                .containsExactly(tuple(START + 2000, true));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8})
    void aSlowGpuIsCountedWhenItWasRead(int every) {
        rounds(1, listing(KNOWN));
        for (int read = 0; read < 5; read++) {
            rounds(every, slow(read, KNOWN));
        }
        assertThat(seconds()).isEqualTo(5);
        for (int read = 5; read < 15; read++) {
            rounds(every, slow(read));
        }

        assertThat(processes())
                .extracting(ProcessAccount::seenAt, ProcessAccount::ended)
                .containsExactly(tuple(START + (4 * every + 1) * 1000L, true));
    }

    @ParameterizedTest
    @ValueSource(ints = {-HOUR, 0, HOUR})
    void aProcessEndsWhenItIsNotListedForTenSecondsWhereverTheClockIsSet(int seconds) {
        rounds(3, listing(KNOWN));
        this.clock += seconds * 1000L;
        rounds(10, listing());
        assertThat(processes()).extracting(ProcessAccount::ended).containsExactly(false);
        rounds(1, listing());

        assertThat(processes())
                .extracting(ProcessAccount::seenAt, ProcessAccount::ended)
                .containsExactly(tuple(START + 2000, true));
    }

    @ParameterizedTest
    @ValueSource(ints = {-HOUR, 0, HOUR})
    void theStartOfAProcessIsAwaitedForTwoMinutesWhereverTheClockIsSet(int seconds) {
        restored(2 * HOUR, listing(UNKNOWN));
        rounds(1, listing(UNKNOWN));
        this.clock += seconds * 1000L;
        rounds(118, listing(UNKNOWN));
        assertThat(processes()).isEmpty();
        rounds(1, listing(UNKNOWN));

        assertThat(processes()).extracting(ProcessAccount::ended).containsExactly(true, false);
    }

    @Test
    void aProcessOfAnEarlierRunEndsWhenItIsNotListedForTenSeconds() {
        ProcessAccount before = restored(60, listing());
        rounds(10, listing());
        assertThat(processes()).isEmpty();
        rounds(1, listing());

        assertThat(processes()).containsExactly(before.end());
    }

    /** Restores the account of a process that an earlier run saw some time ago, after the first round. */
    private ProcessAccount restored(int seconds, GpuSample first) {
        ProcessAccount before = ProcessAccount.first(String.valueOf(first.uuid()), KNOWN, START - seconds * 1000L);
        rounds(1, first);
        this.accounting.restore(new AccountingState(List.of(), List.of(before)));
        return before;
    }

    private void rounds(int count, GpuSample gpu) {
        for (int round = 0; round < count; round++) {
            Instant now = Instant.ofEpochMilli(this.clock);
            Duration every = Duration.ofSeconds(1);
            this.accounting.add(new Snapshot(
                    this.nanos, now, this.nanos, Duration.ZERO, every, Snapshots.NVML, List.of(gpu), null));
            this.clock += 1000;
            this.nanos += every.toNanos();
        }
    }

    private List<ProcessAccount> processes() {
        return this.accounting.pending().processes();
    }

    private double seconds() {
        return this.accounting.pending().slices().stream()
                .mapToDouble((slice) -> slice.use().seconds())
                .sum();
    }

    private static GpuSample late() {
        return Snapshots.gpu(0, Map.of(Metric.UTILIZATION_GPU, new Reading.Quantity(5)));
    }

    private static GpuSample listing(ProcessSample... processes) {
        Map<Metric, Reading> readings = Map.of(
                Metric.UTILIZATION_GPU,
                new Reading.Quantity(5),
                Metric.PROCESSES_RUNNING,
                new Reading.Quantity(processes.length));
        return Snapshots.gpu(0, readings).with(List.of(processes));
    }

    /** @param read number of the read, from 0 */
    private static GpuSample slow(int read, ProcessSample... processes) {
        Instant sampledAt = Instant.ofEpochMilli(START).plusSeconds(read);
        Condition late = new Condition(GpuState.SLOW, sampledAt, "It answers late.");
        GpuReadings known = listing(processes).known();
        return new GpuSample(0, Snapshots.identity(0), late, sampledAt, sampledAt, known, Activity.UNKNOWN);
    }

    private static ProcessSample process(@Nullable String name, @Nullable Instant startedAt) {
        return new ProcessSample(7, ProcessSample.Type.COMPUTE, name, startedAt, Readings.NONE);
    }
}
