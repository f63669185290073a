package io.gpulse.history.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.testing.AccountedRounds;
import io.gpulse.testing.Snapshots;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Accounts of the processes of a GPU that no longer answers. */
class LostGpuTests {

    private static final int MINUTES_11 = 660;

    private final AccountedRounds rounds = new AccountedRounds();
    private final Accounting accounting = new Accounting();

    @BeforeEach
    void fiveSecondsOfAProcess() {
        for (int second = 0; second <= 5; second++) {
            this.accounting.add(this.rounds.next());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = GpuState.class,
            names = {"LOST", "RESET_REQUIRED"})
    void theProcessesOfALostGpuEndWhereItWasLost(GpuState state) {
        rounds(11, Snapshots.troubled(0, state, "It fell off the bus."));

        assertEnded();
    }

    @Test
    void theProcessesOfAStuckGpuMayStillRun() {
        rounds(11, Snapshots.troubled(0, GpuState.STUCK, "A call does not return."));

        assertThat(this.accounting.pending().processes())
                .singleElement()
                .satisfies((process) -> assertThat(process.ended()).isFalse());
    }

    @Test
    void theProcessesOfAGpuThatIsNotListedEndAfterTenMinutes() {
        rounds(MINUTES_11);

        assertEnded();
    }

    private void rounds(int count, GpuSample... gpus) {
        for (int second = 0; second < count; second++) {
            this.accounting.add(this.rounds.next().with(List.of(gpus)));
        }
    }

    private void assertEnded() {
        assertThat(this.accounting.pending().processes()).singleElement().satisfies((process) -> {
            assertThat(process.ended()).isTrue();
            assertThat(process.seenAt()).isEqualTo(AccountedRounds.START + 5000);
        });
    }
}
