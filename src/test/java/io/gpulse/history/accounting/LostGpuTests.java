package io.gpulse.history.accounting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.testing.AccountedRounds;
import io.gpulse.testing.Snapshots;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Accounts of the processes of a GPU that no longer answers. */
class LostGpuTests {

    private static final int HOUR = 3600;

    private final AccountedRounds rounds = new AccountedRounds();
    private final Accounting accounting = new Accounting();
    private GpuSample gpu = Snapshots.gpu(0);

    @BeforeEach
    void fiveSecondsOfAProcess() {
        for (int second = 0; second <= 5; second++) {
            Snapshot round = this.rounds.next();
            this.gpu = round.gpus().get(0);
            this.accounting.add(round);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = GpuState.class,
            names = {"OK", "SLOW"},
            mode = EnumSource.Mode.EXCLUDE)
    void theProcessesOfAGpuThatIsNotReadMayStillRun(GpuState state) {
        rounds(HOUR, Snapshots.troubled(0, state, "It is not read."));

        assertSeen(5, false);
    }

    @Test
    void theProcessesOfAGpuThatIsNotListedMayStillRun() {
        rounds(HOUR);

        assertSeen(5, false);
    }

    @Test
    void theProcessesOfAGpuThatDoesNotListThemMayStillRun() {
        rounds(HOUR, Snapshots.gpu(0, Map.of(Metric.UTILIZATION_GPU, new Reading.Quantity(5))));

        assertSeen(5, false);
    }

    @Test
    void aProcessThatIsListedAgainIsTheSameOne() {
        rounds(HOUR, Snapshots.troubled(0, GpuState.LOST, "It fell off the bus."));
        for (int second = 0; second < 20; second++) {
            this.accounting.add(this.rounds.next());
        }

        assertSeen(5 + HOUR + 20, false);
        assertThat(use().seconds()).as("without the time of the lost GPU").isEqualTo(25);
    }

    @Test
    void aProcessThatIsNotListedAgainHasEndedWhereTheGpuWasLost() {
        rounds(HOUR, Snapshots.troubled(0, GpuState.LOST, "It fell off the bus."));
        rounds(10, this.gpu.with(List.of()));
        assertSeen(5, false);
        rounds(2, this.gpu.with(List.of()));

        assertSeen(5, true);
    }

    @Test
    void anotherProcessWithItsNumberIsAnotherOne() {
        rounds(HOUR, Snapshots.troubled(0, GpuState.LOST, "It fell off the bus."));
        Instant later = Instant.ofEpochMilli(AccountedRounds.START).plusSeconds(HOUR);
        ProcessSample other = new ProcessSample(4711, ProcessSample.Type.COMPUTE, "python", later, Readings.NONE);
        rounds(3, this.gpu.with(List.of(other)));

        assertThat(this.accounting.pending().processes())
                .extracting(ProcessAccount::ended, ProcessAccount::seenAt)
                .containsExactlyInAnyOrder(
                        tuple(true, AccountedRounds.START + 5000),
                        tuple(false, AccountedRounds.START + 5000 + (HOUR + 3) * 1000));
    }

    @Test
    void aProcessRunsOnWhileNoRoundsAreTaken() {
        this.rounds.passes(600, 0);
        for (int second = 0; second < 3; second++) {
            this.accounting.add(this.rounds.next());
        }

        assertSeen(5 + 600 + 3, false);
    }

    private void rounds(int count, GpuSample... gpus) {
        for (int second = 0; second < count; second++) {
            this.accounting.add(this.rounds.next().with(List.of(gpus)));
        }
    }

    private ProcessSlice.Use use() {
        return this.accounting.pending().slices().stream()
                .map(ProcessSlice::use)
                .reduce(ProcessSlice.Use::plus)
                .orElseThrow();
    }

    private void assertSeen(int second, boolean ended) {
        assertThat(this.accounting.pending().processes()).singleElement().satisfies((process) -> {
            assertThat(process.ended()).isEqualTo(ended);
            assertThat(process.key().beganAt()).isEqualTo(AccountedRounds.START);
            assertThat(process.seenAt()).isEqualTo(AccountedRounds.START + second * 1000L);
        });
    }
}
