package io.gpulse.history.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuState;
import io.gpulse.metric.Metric;
import io.gpulse.testing.StateRounds;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs of states, made of rounds. */
class StateRunsTests {

    private final StateRounds rounds = new StateRounds();
    private final Accounting accounting = new Accounting();

    @Test
    void roundsInTheSameStateAreOneRun() {
        this.rounds.add(11, StateRounds.busy()).add(5, StateRounds.held()).add(1, StateRounds.busy());

        assertThat(runs()).containsExactly("0-10 BUSY", "10-15 HELD_IDLE", "15-16 BUSY");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "REASON_POWER_CAP, power",
                "REASON_SW_THERMAL, heat",
                "REASON_HW_THERMAL, heat",
                "REASON_POWER_BRAKE, brake",
                "REASON_HW_SLOWDOWN, hw_slowdown",
                "REASON_HW_SLOWDOWN REASON_HW_THERMAL REASON_POWER_CAP, heat",
                "REASON_POWER_CAP REASON_IDLE, -",
                "REASON_APPLICATION_CLOCKS REASON_SYNC_BOOST REASON_DISPLAY, -"
            })
    void aBusyGpuIsThrottledByPowerOrHeat(String reasons, String cause) {
        Metric[] active = Arrays.stream(reasons.split(" ")).map(Metric::valueOf).toArray(Metric[]::new);
        this.rounds.add(2, StateRounds.throttled(active));

        assertThat(runs()).containsExactly(cause == null ? "0-1 BUSY" : "0-1 THROTTLED " + cause);
    }

    @Test
    void aGpuIsLostUntilItIsReset() {
        this.rounds
                .add(2, StateRounds.busy())
                .add(2, StateRounds.in(GpuState.LOST))
                .add(2, StateRounds.in(GpuState.RESET_REQUIRED))
                .add(2, StateRounds.in(GpuState.STUCK));

        assertThat(runs()).containsExactly("0-1 BUSY", "1-3 LOST", "3-5 LOST reset_required", "5-7 STUCK");
    }

    @ParameterizedTest
    @EnumSource(
            value = GpuState.class,
            names = {"ATTACHING", "SLEEPING", "ERROR", "STALE"})
    void aGpuThatDoesNotAnswerHasNoSamples(GpuState state) {
        this.rounds.add(1, StateRounds.busy()).add(2, StateRounds.in(state));

        assertThat(runs()).containsExactly("0-2 NO_SAMPLES " + state.name().toLowerCase(java.util.Locale.ROOT));
    }

    @Test
    void aGpuThatIsNotListedHasNoSamples() {
        this.rounds.add(2, StateRounds.busy()).add(2);

        assertThat(runs()).containsExactly("0-1 BUSY", "1-3 NO_SAMPLES");
    }

    @Test
    void aGapHasNoRun() {
        this.rounds.add(3, StateRounds.busy()).pause(60).add(3, StateRounds.busy());

        assertThat(runs()).containsExactly("0-2 BUSY", "63-65 BUSY");
    }

    @Test
    void aClockSetForwardLeavesTimeWithoutARun() {
        this.rounds.add(3, StateRounds.busy()).setClock(3600).add(3, StateRounds.busy());

        assertThat(runs()).containsExactly("0-2 BUSY", "3602-3605 BUSY");
    }

    @Test
    void aClockSetBackBeginsARun() {
        this.rounds.pause(100).add(3, StateRounds.busy()).setClock(-50).add(3, StateRounds.busy());

        assertThat(runs()).containsExactly("100-102 BUSY", "52-55 BUSY");
    }

    @Test
    void aRunBeginsAndEndsInTenMinutes() {
        this.rounds.add(1500, StateRounds.busy());

        assertThat(runs()).containsExactly("0-600 BUSY", "600-1200 BUSY", "1200-1499 BUSY");
    }

    @Test
    void aRunContinuesAfterItWasStored() {
        this.rounds.add(3, StateRounds.busy());
        assertThat(runs()).containsExactly("0-2 BUSY");
        this.accounting.clear();
        this.rounds.add(2, StateRounds.busy());
        assertThat(runs()).containsExactly("0-4 BUSY");
        this.accounting.clear();
        assertThat(runs()).isEmpty();
    }

    @Test
    void theTimeOfAnotherProcessHasNoRun() {
        Accounting other = new Accounting();
        this.rounds.add(10, StateRounds.busy());
        this.rounds.take().forEach((round) -> {
            this.accounting.add(round);
            other.add(round);
        });
        this.accounting.restore(new AccountingState(other.pending().accounts(), List.of()));
        this.rounds.add(2, StateRounds.busy());

        assertThat(runs()).containsExactly("9-11 BUSY");
    }

    @Test
    void theMinutesHaveTheSecondsOfStates() {
        this.rounds
                .add(31, StateRounds.throttled(Metric.REASON_POWER_CAP))
                .add(20, StateRounds.in(GpuState.STUCK))
                .add(20, StateRounds.in(GpuState.LOST));
        runs();

        List<MinuteAccount> minutes = this.accounting.pending().minutes();
        assertThat(minutes).extracting(MinuteAccount::at).containsExactly(at(0), at(60));
        UseSeconds first = minutes.get(0).uses();
        assertThat(first.of(GpuUse.THROTTLED)).isEqualTo(30);
        assertThat(first.of(GpuUse.STUCK)).isEqualTo(20);
        assertThat(first.of(GpuUse.LOST)).isEqualTo(10);
        assertThat(first.unsampled()).isEqualTo(30);
        assertThat(minutes.get(0).sums().seconds()).isEqualTo(60);
        assertThat(minutes.get(1).uses().of(GpuUse.LOST)).isEqualTo(10);
    }

    private List<String> runs() {
        this.rounds.take().forEach(this.accounting::add);
        return this.accounting.pending().runs().stream()
                .map((run) -> (run.from() - StateRounds.START) / 1000 + "-" + (run.to() - StateRounds.START) / 1000
                        + " " + run.use() + (run.cause() == null ? "" : " " + run.cause()))
                .toList();
    }

    private static long at(long second) {
        return StateRounds.START + second * 1000;
    }
}
