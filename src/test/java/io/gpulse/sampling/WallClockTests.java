package io.gpulse.sampling;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofNanos;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuReadResult.Verdict;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.HostProcesses;
import io.gpulse.device.HostSample;
import io.gpulse.device.HostSource;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.device.SourceKind;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A wall clock that is set forward or back by hours changes only the times that are shown. */
class WallClockTests {

    private static final Instant BEGINNING = Instant.parse("2026-11-20T10:00:00Z");

    private final SamplerMachine machine = new SamplerMachine(SourceKind.NVML, 2);

    @ParameterizedTest
    @ValueSource(ints = {-3, 3})
    void noGpuBecomesStuck(int hours) {
        Stage stage = Stage.of(this.machine).begin().hold("gpu-1").await(ofMillis(1500));

        stage.correctWallClock(ofHours(hours)).await(ofMillis(300));
        assertThat(stage.gpu(1).state()).isEqualTo(GpuState.OK);
        stage.release("gpu-1").await(ofSeconds(5));

        assertThat(stage.seen)
                .flatExtracting(Snapshot::gpus)
                .extracting(GpuSample::state)
                .containsOnly(GpuState.OK);
    }

    @ParameterizedTest
    @ValueSource(ints = {-3, 3})
    void theAgeOfASnapshotIsThatOfTheMonotonicClock(int hours) {
        Stage stage = Stage.of(this.machine).begin();
        Snapshot first = stage.seen.get(0);

        stage.correctWallClock(ofHours(hours)).await(ofMillis(2500));

        assertThat(stage.sampler.age(first)).isEqualTo(ofMillis(2500));
    }

    @Test
    void allTimesAreInMilliseconds() {
        Stage stage = Stage.of(this.machine).begin().correctWallClock(ofNanos(7_911));

        stage.hold("gpu-1").await(ofSeconds(10));

        assertThat(stage.gpu(1).state()).isEqualTo(GpuState.STUCK);
        assertThat(stage.gpu(1).condition().since()).isEqualTo(BEGINNING.plusSeconds(1));
        assertThat(stage.seen)
                .extracting((snapshot) -> snapshot.takenAt().getNano() % 1_000_000)
                .containsOnly(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {-3, 3})
    void snapshotsHaveTheMonotonicTimeOfTheStartOfTheirRound(int hours) {
        Stage stage = Stage.of(this.machine).begin().hold("gpu-1").await(ofSeconds(1));

        stage.correctWallClock(ofHours(hours)).await(ofSeconds(2));

        long first = stage.seen.get(0).nanos();
        assertThat(stage.seen)
                .extracting((snapshot) -> snapshot.nanos() - first)
                .startsWith(0L, ofSeconds(1).toNanos(), ofSeconds(2).toNanos());
    }

    @ParameterizedTest
    @ValueSource(ints = {-3, 3})
    void aCallThatDoesNotReturnIsStuckAfterTheSameTime(int hours) {
        Stage stage = Stage.of(this.machine).begin().hold("gpu-1").await(ofSeconds(2));

        stage.correctWallClock(ofHours(hours)).await(ofSeconds(3));
        assertThat(stage.gpu(1).state()).isEqualTo(GpuState.OK);
        stage.await(ofSeconds(2));

        assertThat(stage.gpu(1).state()).isEqualTo(GpuState.STUCK);
        assertThat(stage.gpu(1).condition().since())
                .isEqualTo(BEGINNING.plusSeconds(1).plus(ofHours(hours)));
    }

    @ParameterizedTest
    @ValueSource(ints = {-3, 3})
    void rowsThatChangeSlowlyAreReadEveryTenSeconds(int hours) {
        Stage stage = Stage.of(this.machine).begin();
        assertThat(slowReads()).isEqualTo(2);

        stage.correctWallClock(ofHours(hours)).await(ofSeconds(9));
        assertThat(slowReads()).isEqualTo(2);
        stage.await(ofSeconds(1));

        assertThat(slowReads()).isEqualTo(4);
        assertThat(stage.gpu(0).slowSampledAt())
                .isEqualTo(BEGINNING.plusSeconds(10).plus(ofHours(hours)));
    }

    @ParameterizedTest
    @ValueSource(ints = {-3, 3})
    void aLostDriverIsSearchedForAfterTheSameBackOff(int hours) {
        Stage stage = sessionLost();
        int opened = this.machine.opened;

        stage.correctWallClock(ofHours(hours)).await(ofSeconds(1));
        assertThat(this.machine.opened).isEqualTo(opened + 1);
        stage.await(ofSeconds(1));
        assertThat(this.machine.opened).isEqualTo(opened + 1);
        stage.await(ofSeconds(1));

        assertThat(this.machine.opened).isEqualTo(opened + 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {-3, 3})
    void roundsTakeNoLongerAndNoLessTime(int hours) {
        Stage stage = Stage.of(this.machine).begin().hold("host").await(ofMillis(1200));

        stage.correctWallClock(ofHours(hours)).await(ofMillis(800));

        assertThat(stage.seen).extracting(Snapshot::took).containsExactly(ZERO, ofMillis(800), ZERO);
        assertThat(stage.seen)
                .extracting(Snapshot::takenAt)
                .containsExactly(
                        BEGINNING,
                        BEGINNING.plusSeconds(1),
                        BEGINNING.plusSeconds(2).plus(ofHours(hours)));
    }

    @ParameterizedTest
    @ValueSource(ints = {-3, 3})
    void processesAreReadInTimeAndOutdatedInTime(int hours) {
        Stage stage = new Stage(new Sources("auto", List.of(this.machine), null), new OneProcess(), ofSeconds(1));
        stage.begin().hold("host-processes");

        stage.correctWallClock(ofHours(hours)).await(ofSeconds(9));
        assertThat(stage.waitingOn("host-processes")).isZero();
        stage.await(ofSeconds(10));
        assertThat(stage.waitingOn("host-processes")).isEqualTo(1);
        assertThat(stage.last().host().processes().areKnown()).isTrue();
        stage.await(ofSeconds(1));

        assertThat(stage.last().host().processes().areKnown()).isFalse();
        assertThat(stage.last().host().processes().sampledAt()).isEqualTo(BEGINNING);
    }

    /** Removes the driver; the first attempt to reopen it is due in a second. */
    private Stage sessionLost() {
        Stage stage = Stage.of(this.machine).begin().await(ofSeconds(1));
        this.machine.allReturn(Verdict.SESSION_OVER);
        this.machine.unavailable = "The driver is not there.";
        return stage.await(ofSeconds(1));
    }

    private long slowReads() {
        return this.machine.requested.stream()
                .filter((due) -> due.contains(Cadence.SLOW))
                .count();
    }

    private static final class OneProcess implements HostSource {

        @Override
        public HostSample read() {
            return new HostSample("test", Readings.NONE);
        }

        @Override
        public HostProcesses processes() {
            Map<Metric, Reading> one = Map.of(Metric.HOST_PROCESSES_VISIBLE, new Reading.Quantity(1));
            return new HostProcesses(null, Readings.of(one), List.of());
        }
    }
}
